import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Works are somebody's: who is not signed in has none here. */
export function SignedOut({ onSignIn }: { onSignIn: () => void }) {
  return (
    <EmptyState
      kind="signed-out"
      headingLevel={1}
      title={<Trans>Sign in to see your works</Trans>}
      actions={
        <Button onClick={onSignIn}>
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
