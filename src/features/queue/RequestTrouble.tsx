import { Trans, useLingui } from '@lingui/react/macro';
import type { IntentError, Intent } from '../../domain/intent.ts';
import { RequestAdvice } from '../../requests/actions/RequestAdvice.tsx';
import { RequestSteps } from '../../requests/actions/RequestSteps.tsx';
import { errorWords } from '../../words/errors.ts';
import classes from './RequestCard.module.css';

/** What went wrong with a request, what is safe, and the buttons that help. */
export function RequestTrouble({
  intent,
  error,
  onLeave,
}: {
  intent: Intent;
  error: IntentError;
  /** A link out of the queue was followed. */
  onLeave?: () => void;
}) {
  const { i18n } = useLingui();
  const what = i18n._(errorWords[error.code].title);
  const advice = <RequestAdvice intent={intent} />;
  return (
    <div className={classes.trouble}>
      <p>
        <Trans comment="What happened to a request, then what is safe and what to do">
          <strong>{what}.</strong> {advice}
        </Trans>
      </p>
      <div className={classes.steps}>
        <RequestSteps intent={intent} onLeave={onLeave} />
      </div>
    </div>
  );
}
