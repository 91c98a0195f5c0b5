import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Intent } from '../../domain/intent.ts';
import { requestLog } from './request-log.ts';
import classes from './RequestCard.module.css';

/** A request's life, line by line, as it would be copied. */
export function RequestLog({ intent, onClose }: { intent: Intent; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <div className={classes.log}>
      {/* Focusable, because a region that scrolls must scroll by keyboard too. */}
      <pre tabIndex={0} role="region" aria-label={t`Log of this request`}>
        {requestLog(intent)}
      </pre>
      <Button size="sm" variant="default" onClick={onClose}>
        <Trans comment="Button">Hide log</Trans>
      </Button>
    </div>
  );
}
