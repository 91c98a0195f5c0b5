import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { communityOwner } from '../../domain/community.ts';
import type { IntentError, Intent } from '../../domain/intent.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { errorAdvice, errorWords } from '../../words/errors.ts';
import { late } from '../../words/late.ts';
import { nextSteps, type NextStep } from './next-step.ts';
import classes from './RequestCard.module.css';
import type { RequestActions } from './useRequestActions.ts';

const CommunityAdvice = late(
  async () => (await import('../../words/CommunityAdvice.tsx')).CommunityAdvice,
);

/** What went wrong with a request, what is safe, and the buttons that help. */
export function RequestTrouble({
  intent,
  error,
  actions,
  onLeave,
}: {
  intent: Intent;
  error: IntentError;
  actions: RequestActions;
  /** A link out of the queue was followed. */
  onLeave?: () => void;
}) {
  const { i18n } = useLingui();
  // Only a field the model refused is worth the platform's own words here; the rest is in the log.
  const isAlone = intent.owner === communityOwner;
  const detail = error.code === 'invalid-input' && !isAlone ? error.detail : null;
  const what = i18n._(errorWords[error.code].title);
  const advice = isAlone ? (
    <Suspense fallback={null}>
      <CommunityAdvice code={error.code} detail={error.detail} />
    </Suspense>
  ) : (
    i18n._(errorAdvice(error.code, true))
  );
  return (
    <div className={classes.trouble}>
      <p>
        <Trans comment="What happened to a request, then what is safe and what to do">
          <strong>{what}.</strong> {advice}
        </Trans>
        {detail && <span className={classes.detail}>{detail}</span>}
      </p>
      <div className={classes.steps}>
        {nextSteps(error.code).map((step, index) => (
          <StepButton
            key={step}
            step={step}
            first={index === 0}
            intent={intent}
            actions={actions}
            onLeave={onLeave}
          />
        ))}
      </div>
    </div>
  );
}

function StepButton({
  step,
  first,
  intent,
  actions,
  onLeave,
}: {
  step: NextStep;
  first: boolean;
  intent: Intent;
  actions: RequestActions;
  onLeave?: () => void;
}) {
  const look = { size: 'sm', variant: first ? 'light' : 'default' } as const;
  switch (step) {
    case 'sign-in':
      return (
        <Button {...look} onClick={() => void actions.signIn(intent)}>
          <Trans comment="Button">Sign in</Trans>
        </Button>
      );
    case 'claim':
      return (
        <Button {...look} onClick={() => void actions.claimAndRetry(intent)}>
          <Trans comment="Button: takes the free daily credits and sends the request again">
            Claim credits and retry
          </Trans>
        </Button>
      );
    case 'edit':
      if (intent.kind !== 'generate') return null;
      return (
        <ButtonLink
          {...look}
          to="/generate/{-$type}/{-$model}"
          params={{ type: intent.payload.jobType, model: undefined }}
          search={{ intent: intent.id }}
          onClick={onLeave}
        >
          <Trans comment="Button: opens the request's settings to change them">Change it</Trans>
        </ButtonLink>
      );
    case 'retry':
      return (
        <Button {...look} onClick={() => void actions.retry(intent)}>
          <Trans comment="Button">Try again</Trans>
        </Button>
      );
    case 'reload':
      return (
        <Button {...look} onClick={() => location.reload()}>
          <Trans comment="Button: reload the page">Reload</Trans>
        </Button>
      );
    case 'make-room':
      return (
        <ButtonLink {...look} to="/history" onClick={onLeave}>
          <Trans comment="Button: goes to the history to delete works">Make room</Trans>
        </ButtonLink>
      );
  }
}
