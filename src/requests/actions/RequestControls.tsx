import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Intent } from '../../domain/intent.ts';
import type { RequestState } from '../request-state.ts';
import { canCancel } from './permitted.ts';
import { RequestMenu } from './RequestMenu.tsx';
import { useRequestActions } from './useRequestActions.ts';

/** What can be done with a request that has not ended, where it stands alone: what helps it first. */
export function RequestControls({ intent, state }: { intent: Intent; state: RequestState }) {
  const actions = useRequestActions();
  return (
    <>
      {state.kind === 'paused' && (
        <Button size="sm" onClick={() => void actions.resumeQueue()}>
          <Trans comment="Button: lets the queue go on">Resume</Trans>
        </Button>
      )}
      {state.kind === 'signed-out' && (
        <Button size="sm" onClick={() => void actions.signInAgain()}>
          <Trans comment="Button">Sign in</Trans>
        </Button>
      )}
      {state.kind === 'retrying' && (
        <Button variant="default" size="sm" onClick={() => void actions.tryNow(intent)}>
          <Trans comment="Button: try a request again at once">Try now</Trans>
        </Button>
      )}
      {canCancel(intent) && (
        <Button variant="default" size="sm" onClick={() => void actions.cancel([intent])}>
          <Trans comment="Button: stop making this">Cancel</Trans>
        </Button>
      )}
      <RequestMenu intent={intent} actions={actions} line={null} log={null} />
    </>
  );
}
