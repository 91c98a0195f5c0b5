import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SignIns } from './SignIns.tsx';

/** Where one is signed in, passkeys, and another password. */
export function SecurityDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [changes, setChanges] = useState(0);
  // Until that is known they have: most people do. Who came by another door has none to change.
  const [hasPassword, setHasPassword] = useState(true);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      width={440}
      title={<Trans comment="Title of a dialog">Password and devices</Trans>}
    >
      <SignIns version={changes} onPassword={setHasPassword} />
      <Passkeys hasPassword={hasPassword} />
      {hasPassword && <PasswordForm onChanged={() => setChanges((count) => count + 1)} />}
    </Dialog>
  );
}
