import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock } from '../../words/intl.ts';
import {
  fetchPasskeys,
  makePasskey,
  mayUsePasskeys,
  PasskeyNotUsed,
  removePasskey,
  type Passkey,
} from './passkeys.ts';
import { ProvenButton } from './ProvenButton.tsx';
import classes from './SecurityDialog.module.css';
import { useDeviceName } from './useDeviceName.ts';

/** By which somebody signs in without a password, and one more. */
export function Passkeys({ hasPassword }: { hasPassword: boolean }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const nameOf = useDeviceName();
  const [passkeys, setPasskeys] = useState<readonly Passkey[]>([]);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [notUsed, setNotUsed] = useState<PasskeyNotUsed | null>(null);
  const [attempt, setAttempt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const leaving = new AbortController();
    fetchPasskeys(leaving.signal).then(
      (found) => {
        setPasskeys(found);
        setFailure(null);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(errorCodeOf(error));
      },
    );
    return () => leaving.abort();
  }, [attempt, online]);

  async function make(password?: string) {
    setNotUsed(null);
    try {
      await makePasskey(password);
    } catch (error) {
      if (!(error instanceof PasskeyNotUsed)) throw error;
      setNotUsed(error);
      return;
    }
    setAttempt((count) => count + 1);
    showToast({ message: t`Your passkey is ready. Next time it signs you in.`, tone: 'success' });
  }

  async function remove(id: string) {
    try {
      await removePasskey(id);
      // The pressed button is about to go.
      heading.current?.focus();
      setAttempt((count) => count + 1);
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
  }

  return (
    <section className={classes.part}>
      <h3 ref={heading} tabIndex={-1} className={classes.title}>
        <Trans comment="Heading of a list of passkeys (WebAuthn)">Passkeys</Trans>
      </h3>
      <p className={classes.about}>
        <Trans>
          Sign in with your fingerprint, your face or the PIN of your device. No password leaves it.
        </Trans>
      </p>
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((one) => {
            const name = nameOf(one.userAgent);
            return (
              <li key={one.id} className={classes.device}>
                <span className={classes.name}>
                  {name}
                  <small>
                    {one.usedAtMs === null ? (
                      <Trans comment="Of a passkey: when it was made">
                        Made {formatClock(one.createdAtMs, nowMs, i18n.locale)}
                      </Trans>
                    ) : (
                      <Trans comment="Of a device: when it was last in use">
                        Last used {formatClock(one.usedAtMs, nowMs, i18n.locale)}
                      </Trans>
                    )}
                    {one.isSynced && (
                      <>
                        {' · '}
                        <Trans comment="Of a passkey: its maker keeps it on several devices">
                          on your other devices, too
                        </Trans>
                      </>
                    )}
                  </small>
                </span>
                <Button
                  size="sm"
                  variant="default"
                  disabled={!online}
                  aria-label={t({ message: `Remove passkey ${name}`, comment: 'Button' })}
                  onClick={() => void remove(one.id)}
                >
                  {t({ message: 'Remove', comment: 'Button' })}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {failure !== null && (
        <Notice
          tone="quiet"
          announce
          title={
            failure === 'conflict' ? (
              <Trans>This passkey is your only way in</Trans>
            ) : online ? (
              i18n._(errorWords[failure].title)
            ) : (
              <Trans>This needs a network</Trans>
            )
          }
        />
      )}
      {notUsed && (
        <Notice
          tone="quiet"
          announce
          title={
            notUsed.isKnown ? (
              <Trans>This device has a passkey of yours already</Trans>
            ) : (
              <Trans>No passkey was made</Trans>
            )
          }
        >
          {!notUsed.isKnown && (
            <Trans>Your device was not asked to the end. Try again whenever you like.</Trans>
          )}
        </Notice>
      )}
      {mayUsePasskeys() && (
        <ProvenButton hasPassword={hasPassword} act={make}>
          <Trans comment="Button">Add a passkey</Trans>
        </ProvenButton>
      )}
    </section>
  );
}
