import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { Intent } from '../../domain/intent.ts';
import classes from './RequestLog.module.css';
import { useLogLines } from './useLogLines.ts';

/** A request's life, line by line. What is copied is the exact log, for whoever has to look into it. */
export function RequestLog({
  intent,
  onCopy,
  onClose,
}: {
  intent: Intent;
  onCopy: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const linesOf = useLogLines();
  return (
    <div className={classes.log}>
      {/* Focusable, because a region that scrolls must scroll by keyboard too. */}
      <div
        className={classes.scroll}
        tabIndex={0}
        role="region"
        aria-label={t`Log of this request`}
      >
        <ol>
          {linesOf(intent).map((line) => (
            <li key={line.key}>
              <time dateTime={new Date(line.atMs).toISOString()}>{line.time}</time>
              <span>
                {line.words}
                {line.reason && <small>{line.reason}</small>}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.buttons}>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={onCopy}
        >
          <Trans comment="Button">Copy log</Trans>
        </Button>
        <Button size="sm" variant="subtle" onClick={onClose}>
          <Trans comment="Button">Hide log</Trans>
        </Button>
      </div>
    </div>
  );
}
