import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Intent } from '../../domain/intent.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { nextSteps, type NextStep } from './next-step.ts';
import { useRequestActions } from './useRequestActions.ts';

/** The buttons that help a request which stopped, the most helpful first. */
export function RequestSteps({ intent, onLeave }: { intent: Intent; onLeave?: () => void }) {
  const code = intent.stage === 'cancelled' ? 'cancelled' : (intent.error?.code ?? 'unknown');
  return nextSteps(code).map((step, index) => (
    <StepButton
      key={step}
      step={step}
      code={code}
      first={index === 0}
      intent={intent}
      onLeave={onLeave}
    />
  ));
}

function StepButton({
  step,
  code,
  first,
  intent,
  onLeave,
}: {
  step: NextStep;
  code: ErrorCode;
  first: boolean;
  intent: Intent;
  /** A link to elsewhere was followed. */
  onLeave?: () => void;
}) {
  const actions = useRequestActions();
  const style = { size: 'sm', variant: first ? 'light' : 'default' } as const;
  switch (step) {
    case 'sign-in':
      return (
        <Button {...style} onClick={() => void actions.signIn(intent)}>
          <Trans comment="Button">Sign in</Trans>
        </Button>
      );
    case 'agree':
      return (
        <Button {...style} onClick={() => void actions.agree(intent)}>
          <Trans comment="Button: opens the question whether volunteers may see a request">
            Read and decide
          </Trans>
        </Button>
      );
    case 'claim':
      return (
        <Button {...style} onClick={() => void actions.claimAndRetry(intent)}>
          <Trans comment="Button: takes the free daily credits and sends the request again">
            Claim credits and retry
          </Trans>
        </Button>
      );
    case 'edit':
      if (intent.kind !== 'generate') return null;
      return (
        <ButtonLink
          {...style}
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
        <Button {...style} onClick={() => void actions.retry(intent)}>
          {code === 'result-gone' && intent.stage === 'needs-attention' ? (
            <Trans comment="Button: asks the studio once more for a result that it didn't have">
              Look again
            </Trans>
          ) : (
            <Trans comment="Button">Try again</Trans>
          )}
        </Button>
      );
    case 'reload':
      return (
        <Button {...style} onClick={() => location.reload()}>
          <Trans comment="Button: reload the page">Reload</Trans>
        </Button>
      );
    case 'make-room':
      return (
        <ButtonLink {...style} to="/storage" onClick={onLeave}>
          <Trans comment="Button: goes to the page that frees storage">Make room</Trans>
        </ButtonLink>
      );
  }
}
