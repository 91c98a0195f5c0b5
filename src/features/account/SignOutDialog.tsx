import { Plural, Trans } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { countQueue } from '../../db/intents.ts';
import { getSession } from '../../db/session.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { signOut } from './sign-out.ts';

async function countWaiting(): Promise<number> {
  const session = await getSession();
  return session ? (await countQueue(session.userKey)).waiting : 0;
}

/** Says what stays on the device before someone leaves. */
export function SignOutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const waiting = useLiveQuery(countWaiting) ?? 0;
  return (
    <ConfirmDialog
      opened={opened}
      title={<Trans>Sign out?</Trans>}
      confirmLabel={<Trans comment="Button">Sign out</Trans>}
      tone="plain"
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void signOut();
      }}
    >
      <p>
        <Trans>
          Your images and requests stay on this device. They are hidden until you sign in again,
          also from others who sign in here.
        </Trans>
      </p>
      {waiting > 0 && (
        <p>
          <Plural
            value={waiting}
            one="# request has not left yet. It waits until you are back."
            other="# requests have not left yet. They wait until you are back."
          />
        </p>
      )}
    </ConfirmDialog>
  );
}
