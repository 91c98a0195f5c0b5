import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { PasskeyNotUsed, signInByPasskey } from './passkeys.ts';

/** Signs in whoever this device knows a passkey of. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: () => void }) {
  const { i18n } = useLingui();
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | 'not-used' | null>(null);

  async function enter() {
    setBusy(true);
    setFailure(null);
    try {
      await signInByPasskey();
      onSignedIn();
    } catch (error) {
      setFailure(error instanceof PasskeyNotUsed ? 'not-used' : errorCodeOf(error));
    }
    setBusy(false);
  }

  const isUnknown = failure === 'not-used' || failure === 'wrong-credentials';
  return (
    <>
      <Button
        size="lg"
        variant="default"
        fullWidth
        disabled={!online}
        loading={busy}
        leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
        onClick={() => void enter()}
      >
        <Trans comment="Button: signs in without a password (WebAuthn)">Use a passkey</Trans>
      </Button>
      {failure !== null && (
        <Notice
          tone="warn"
          announce
          title={
            isUnknown ? <Trans>No passkey opened Kiln</Trans> : i18n._(errorWords[failure].title)
          }
        >
          {isUnknown ? (
            <Trans>
              Sign in with your name and password. You can add a passkey under Me, "Password and
              devices".
            </Trans>
          ) : failure === 'account-locked' ? (
            i18n._(errorWords[failure].advice)
          ) : (
            <Trans>Try again, or sign in with a name and a password.</Trans>
          )}
        </Notice>
      )}
    </>
  );
}
