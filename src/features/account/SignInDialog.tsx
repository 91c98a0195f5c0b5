import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSignedInBefore } from '../../live/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import type { SignInMode } from './sign-in.ts';
import classes from './SignInForm.module.css';
import { SignInForm } from './SignInForm.tsx';

/**
 * Sign-in and registration in one dialog; it opens on the one that this device most likely needs.
 * @param why what signing in is good for right now
 * @param onDone true once someone is signed in, false when it was closed
 */
export function SignInDialog({
  opened,
  why,
  onDone,
}: {
  opened: boolean;
  why: string | null;
  onDone: (signedIn: boolean) => void;
}) {
  const known = useSignedInBefore();
  const [isOpen, setIsOpen] = useState(false);
  // Taken at the opening: both change with the sign-in, while the dialog still fades.
  const [mode, setMode] = useState<SignInMode>('log-in');
  const [reason, setReason] = useState<string | null>(null);
  if (known !== undefined && opened !== isOpen) {
    setIsOpen(opened);
    if (opened) {
      setMode(known ? 'log-in' : 'register');
      setReason(why);
    }
  }
  return (
    <Dialog
      opened={isOpen}
      onClose={() => onDone(false)}
      title={
        <span className={classes.title}>
          <KilnLogo size="1.5rem" />
          {mode === 'register' ? (
            <Trans comment="Title of the dialog in which an account is made">Welcome to Kiln</Trans>
          ) : (
            <Trans comment="Title of a dialog">Sign in to Kiln</Trans>
          )}
        </span>
      }
      width={420}
      typing
    >
      {reason && <p className={classes.why}>{reason}</p>}
      <SignInForm mode={mode} onMode={setMode} onSignedIn={() => onDone(true)} />
    </Dialog>
  );
}
