import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../ui/Dialog.tsx';
import { SignInForm } from './SignInForm.tsx';

/**
 * Sign-in and registration in one dialog.
 * @param onDone true once someone is signed in, false when it was closed
 */
export function SignInDialog({
  opened,
  onDone,
}: {
  opened: boolean;
  onDone: (signedIn: boolean) => void;
}) {
  return (
    <Dialog
      opened={opened}
      onClose={() => onDone(false)}
      title={<Trans comment="Title of a dialog">Sign in to Kiln</Trans>}
      width={420}
    >
      <SignInForm onSignedIn={() => onDone(true)} />
    </Dialog>
  );
}
