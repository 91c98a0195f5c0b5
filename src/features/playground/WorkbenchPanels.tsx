import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconKeyboard } from '@tabler/icons-react';
import { lazy, memo, Suspense, useCallback, type RefObject } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { isSamePart } from './is-same-but-for-prompt.ts';
import type { Workbench } from './useWorkbench.ts';
import classes from './Workbench.module.css';

const SettingsPanel = lazy(() =>
  import('./parameters/SettingsPanel.tsx').then((module) => ({ default: module.SettingsPanel })),
);
const ModelPicker = lazyWithWords(() =>
  import('./models/ModelPicker.tsx').then((module) => module.ModelPicker),
);
const ShortcutList = lazyWithWords(() =>
  import('./shortcuts/ShortcutList.tsx').then((module) => module.ShortcutList),
);

export type PanelView = 'settings' | 'models';

/** What stands beside the form or over it: its settings, its models, the keys. The words of the prompt are not in it. */
export const WorkbenchPanels = memo(Panels, isSamePart);

function Panels({
  bench,
  wide,
  lastSeed,
  panelRef,
  view,
  onView,
  settingsOpened,
  onSettings,
  modelsOpened,
  onModels,
  keysOpened,
  onKeys,
  onChoose,
  onRandom,
}: {
  bench: Workbench;
  /** With room for the settings beside the form. */
  wide: boolean | undefined;
  lastSeed: string | null;
  panelRef: RefObject<HTMLElement | null>;
  /** Of the sheet that has the settings where there is no room. */
  view: PanelView;
  onView: (view: PanelView) => void;
  settingsOpened: boolean;
  onSettings: (opened: boolean) => void;
  modelsOpened: boolean;
  onModels: (opened: boolean) => void;
  keysOpened: boolean;
  onKeys: (opened: boolean) => void;
  onChoose: (model: string) => void;
  onRandom: () => void;
}) {
  const { t } = useLingui();
  // The same for every reading of the form, so that the settings need not be drawn anew with each key.
  const openModels = useCallback(() => onModels(true), [onModels]);
  const showModels = useCallback(() => onView('models'), [onView]);
  const picker = (
    <Suspense fallback={<PanelSkeleton />}>
      <ModelPicker bench={bench} onChoose={onChoose} onRandom={onRandom} />
    </Suspense>
  );

  const modelsTitle =
    bench.type === 'Apps' ? (
      <Trans comment="Heading: choose a ready-made template">App</Trans>
    ) : (
      <Trans comment="Heading: choose what makes the picture">Model</Trans>
    );

  return (
    <>
      {wide && (
        <aside
          ref={panelRef}
          className={classes.panel}
          aria-label={t({ message: 'Settings', comment: 'Heading: model, size, steps and so on' })}
        >
          <Suspense fallback={<PanelSkeleton />}>
            <SettingsPanel bench={bench} lastSeed={lastSeed} onChangeModel={openModels} />
          </Suspense>
          <Button
            className={classes.keys}
            variant="subtle"
            size="sm"
            leftSection={<IconKeyboard size={18} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => onKeys(true)}
          >
            <Trans comment="Button: lists the keyboard shortcuts">Shortcuts</Trans>
          </Button>
        </aside>
      )}

      {!wide && (
        <Sheet
          opened={settingsOpened}
          onClose={() => onSettings(false)}
          title={
            view === 'models' ? (
              modelsTitle
            ) : (
              <Trans comment="Heading: model, size, steps and so on">Settings</Trans>
            )
          }
          footer={
            view === 'models' ? (
              <Button
                fullWidth
                variant="default"
                leftSection={<IconArrowLeft size={20} stroke={1.75} aria-hidden />}
                onClick={() => onView('settings')}
              >
                <Trans comment="Button: from the list of models back to all settings">
                  Back to settings
                </Trans>
              </Button>
            ) : (
              <Button fullWidth variant="default" onClick={() => onSettings(false)}>
                <Trans comment="Button: closes the settings, which are already in force">
                  Done
                </Trans>
              </Button>
            )
          }
        >
          {view === 'models' ? (
            picker
          ) : (
            <div className={classes.sheet}>
              <Suspense fallback={<PanelSkeleton />}>
                <SettingsPanel bench={bench} lastSeed={lastSeed} onChangeModel={showModels} />
              </Suspense>
            </div>
          )}
        </Sheet>
      )}
      {wide && (
        <Dialog
          opened={modelsOpened}
          onClose={() => onModels(false)}
          title={modelsTitle}
          width={760}
        >
          {picker}
        </Dialog>
      )}
      <Dialog
        opened={keysOpened}
        onClose={() => onKeys(false)}
        title={<Trans comment="Heading">Keyboard shortcuts</Trans>}
        width={520}
      >
        <Suspense fallback={null}>
          <ShortcutList />
        </Suspense>
      </Dialog>
    </>
  );
}

function PanelSkeleton() {
  return (
    <div className={classes.loading} aria-hidden>
      <Skeleton height="4.5rem" />
      <Skeleton height="2.75rem" />
      <Skeleton height="2.75rem" />
    </div>
  );
}
