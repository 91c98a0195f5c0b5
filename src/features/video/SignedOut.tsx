import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';

/** Works belong to somebody. */
export function SignedOut() {
  const { requestSignIn } = useAppActions();
  return (
    <EmptyState
      kind="signed-out"
      headingLevel={1}
      title={<Trans>Sign in to make a video of your works</Trans>}
      actions={
        <Button onClick={() => void requestSignIn()}>
          <Trans comment="Button">Sign in</Trans>
        </Button>
      }
    >
      <p>
        <Trans>What you make is kept on this device and shown only to you.</Trans>
      </p>
    </EmptyState>
  );
}
