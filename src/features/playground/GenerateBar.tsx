import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFlame } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import type { Keys } from '../../domain/key-press.ts';
import { ariaKeys, keyCaps } from '../../domain/shortcuts.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import type { FormField } from './form-plan.ts';
import { ProblemWords } from './problem-words.tsx';
import classes from './GenerateBar.module.css';
import type { Workbench } from './useWorkbench.ts';

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * Generate with its cost, and beside it in short words why it cannot go yet. On phones it stays within the
 * thumb's reach above the bottom menu.
 */
export function GenerateBar({
  bench,
  blocked,
  pressed,
  saving,
  failed,
  ready,
  keys,
  note,
  onProblem,
  onGenerate,
  onSettings,
}: {
  /** `cost` is null while it is not known. */
  bench: Pick<Workbench, 'problems'> & { cost: number | null };
  /** A reason besides the form's own, e.g. that the model is not available. */
  blocked: ReactNode;
  /** Generate was pressed in vain: the reasons speak up. */
  pressed: boolean;
  saving: boolean;
  /** The last press could not be kept: its note goes before the reasons. */
  failed: boolean;
  /** False while the form is still loading. */
  ready: boolean;
  /** Generates from the keyboard; null: the person wants no keys for it. */
  keys: Keys | null;
  /** What holds for the request as it is: the network, the credits. */
  note: ReactNode;
  /** A reason was pressed: leads to its field. */
  onProblem: (field: FormField) => void;
  onGenerate: () => void;
  onSettings: () => void;
}) {
  const { t } = useLingui();
  const { problems, cost } = bench;
  const reasons = [
    ...(blocked ? [<span key="blocked">{blocked}</span>] : []),
    ...problems.map((entry) => (
      <button
        key={entry.field.name}
        type="button"
        className={classes.reason}
        onClick={() => onProblem(entry.field)}
      >
        <ProblemWords entry={entry} />
      </button>
    )),
  ];
  const more = reasons.length - 1;
  return (
    <div className={classes.bar}>
      <div className={classes.words}>
        {reasons.length > 0 && ready && (
          <ul
            id="playground-reasons"
            className={classes.reasons}
            aria-label={t({
              message: 'What is missing',
              comment: 'Name of the list of reasons why one cannot generate yet',
            })}
            data-loud={pressed || undefined}
          >
            {reasons.map((reason, index) => (
              <li key={index}>
                {reason}
                {index === 0 && more > 0 && (
                  <span className={classes.more} aria-hidden>
                    {' '}
                    +{more}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {(reasons.length === 0 || failed) && note}
      </div>
      <div className={classes.row}>
        <SettingsButton onSettings={onSettings} />
        <GenerateButton
          cost={cost}
          isDescribed={reasons.length > 0}
          isBusy={saving || !ready}
          keys={keys}
          onGenerate={onGenerate}
        />
        {keys !== null && (
          <span className={classes.keys} aria-hidden title={t`Generate from the keyboard`}>
            {keyCaps(keys, isApple).map((cap) => (
              <Kbd key={cap}>{cap}</Kbd>
            ))}
          </span>
        )}
      </div>
    </div>
  );
}

const SettingsButton = memo(function SettingsButton({ onSettings }: { onSettings: () => void }) {
  return (
    <Button
      className={classes.settings}
      variant="default"
      size="lg"
      leftSection={<IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      onClick={onSettings}
    >
      <span className={classes.settingsLabel}>
        <Trans comment="Button: opens model, size, steps and so on">Settings</Trans>
      </span>
    </Button>
  );
});

const GenerateButton = memo(function GenerateButton({
  cost,
  isDescribed,
  isBusy,
  keys,
  onGenerate,
}: {
  cost: number | null;
  isDescribed: boolean;
  isBusy: boolean;
  keys: Keys | null;
  onGenerate: () => void;
}) {
  return (
    <Button
      className={classes.generate}
      size="lg"
      // How src/first-paint.ts finds it in the shell.
      data-generate
      data-focus-key="generate"
      aria-describedby={isDescribed ? 'playground-reasons' : undefined}
      aria-keyshortcuts={keys === null ? undefined : ariaKeys(keys, isApple)}
      aria-disabled={isBusy || undefined}
      leftSection={<IconFlame size={20} stroke={1.75} aria-hidden />}
      onClick={onGenerate}
    >
      <span className={classes.generateLabel}>
        <span>
          <Trans comment="Button: make the picture">Generate</Trans>
        </span>
        <span className={classes.cost}>
          {cost === null ? null : cost === 0 ? (
            <Trans comment="Costs no credits">free</Trans>
          ) : (
            <Plural value={cost} one="# credit" other="# credits" />
          )}
        </span>
      </span>
    </Button>
  );
});
