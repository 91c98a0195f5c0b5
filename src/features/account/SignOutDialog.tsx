import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useWaitingCount } from '../../live/useQueueCounts.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { signOut } from './sign-out.ts';

/** Says what stays on the device before someone leaves, and offers to leave nothing. */
export function SignOutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const waiting = useWaitingCount() ?? 0;
  const [removing, setRemoving] = useState(false);
  function close() {
    onClose();
    setRemoving(false);
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={<Trans>Sign out?</Trans>}
      confirmLabel={
        removing ? (
          <Trans comment="Button">Sign out and remove</Trans>
        ) : (
          <Trans comment="Button">Sign out</Trans>
        )
      }
      tone={removing ? 'danger' : 'plain'}
      onCancel={close}
      onConfirm={() => {
        close();
        void signOut(removing);
      }}
    >
      {removing ? (
        <p>
          <Trans>
            Your works, requests and what you typed go from this device. What the studio keeps comes
            back when you sign in; what exists only here is gone for good.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>
            Your works and requests stay on this device. They are hidden until you sign in again,
            also from others who sign in here.
          </Trans>
        </p>
      )}
      {waiting > 0 && (
        <p>
          {removing ? (
            <Plural
              value={waiting}
              one="# request has not left yet, and never will."
              other="# requests have not left yet, and never will."
            />
          ) : (
            <Plural
              value={waiting}
              one="# request has not left yet. It waits until you are back."
              other="# requests have not left yet. They wait until you are back."
            />
          )}
        </p>
      )}
      <Switch
        label={t`Remove everything of mine from this device`}
        checked={removing}
        onChange={({ currentTarget }) => setRemoving(currentTarget.checked)}
      />
    </ConfirmDialog>
  );
}
