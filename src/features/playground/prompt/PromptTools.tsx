import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { isPublishable } from '../../../domain/gallery.ts';
import { examplesAtom } from '../../../requests/actions/examples.ts';
import { useSetAtom } from '../../../ui/atoms.ts';
import { useSetting } from '../../../live/useSetting.ts';
import { useOnline } from '../../../ui/useOnline.ts';
import type { PromptSurroundings, PromptTool, PromptToolProps } from './prompt-tool.ts';
import classes from './PromptTools.module.css';
import { putInPlace, type AtPrompt } from './put-in-place.ts';
import { useDescriber } from './useDescriber.ts';
import { useLanguageAbilities } from './useLanguageAbilities.ts';

/** What helps with the words of a prompt: a row of buttons, and beneath it what the pressed one opens. */
export function PromptTools({ tools, ...at }: AtPrompt & { tools: readonly PromptTool[] }) {
  const { bench, field, promptRef } = at;
  const { t, i18n } = useLingui();
  const id = useId();
  const showExamples = useSetAtom(examplesAtom);
  const isOnline = useOnline();
  const hasPlatform = useSetting('community') === null;
  const abilities = useLanguageAbilities(hasPlatform && isOnline);
  const [openedKey, setOpenedKey] = useState<string | null>(null);
  const describer = useDescriber(bench, abilities, isOnline);
  const around: PromptSurroundings = { bench, isOnline, hasPlatform, abilities, describer };
  const shown = tools.filter((tool) => tool.fits?.(around) ?? true);
  const waits = (tool: PromptTool) => tool.needsNetwork === true && !isOnline;
  const opened = shown.find((tool) => tool.key === openedKey && !waits(tool)) ?? null;
  const close = () => {
    setOpenedKey(null);
    // What had the focus goes with it.
    document.getElementById(`${id}-${openedKey}`)?.focus();
  };
  const use: PromptToolProps['onUse'] = (...change) => {
    const closeOffer = putInPlace(at)(...change);
    close();
    return closeOffer;
  };

  return (
    <div
      role="group"
      aria-label={t({
        message: 'Help with the words',
        comment: 'Name of a row of buttons at the prompt: expand, translate, history …',
      })}
      className={classes.root}
    >
      <div className={classes.row}>
        {shown.map((tool) => {
          const isOpened = tool === opened;
          return (
            <Button
              key={tool.key}
              id={`${id}-${tool.key}`}
              variant="subtle"
              size="sm"
              className={classes.tool}
              leftSection={<tool.icon size={18} stroke={1.75} aria-hidden />}
              aria-expanded={isOpened}
              aria-disabled={waits(tool) || undefined}
              aria-describedby={waits(tool) ? `${id}-waits` : undefined}
              onClick={() => {
                if (!waits(tool)) setOpenedKey(isOpened ? null : tool.key);
              }}
            >
              {i18n._(tool.label(around))}
            </Button>
          );
        })}
        {hasPlatform && (
          <Button
            variant="subtle"
            size="sm"
            className={classes.tool}
            leftSection={<IconLayoutGrid size={18} stroke={1.75} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => showExamples({ tool: isPublishable(bench.type) ? bench.type : null })}
          >
            <Trans comment="Button: shows works that others have made with this tool">
              Examples
            </Trans>
          </Button>
        )}
      </div>
      {shown.some(waits) && (
        <p id={`${id}-waits`} className={classes.hint}>
          <Trans comment="Beneath buttons that can't be pressed now">
            What is dimmed needs a network. Your words stay as they are.
          </Trans>
        </p>
      )}
      {opened && (
        <Suspense fallback={null}>
          <opened.Part
            key={opened.key}
            bench={bench}
            field={field}
            promptRef={promptRef}
            onUse={use}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}
