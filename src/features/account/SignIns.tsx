import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock } from '../../words/intl.ts';
import classes from './SecurityDialog.module.css';
import { endSignIns, fetchSignIns, type SignIn } from './sign-ins.ts';
import { useDeviceName } from './useDeviceName.ts';

/**
 * Where one is signed in.
 * @param version rises when others may have been signed out
 * @param onPassword whether one has a password, once that is known
 */
export function SignIns({
  version,
  onPassword,
}: {
  version: number;
  onPassword: (hasPassword: boolean) => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const nameOf = useDeviceName();
  const [signIns, setSignIns] = useState<readonly SignIn[] | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [attempt, setAttempt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState<string | null>(null);

  const tellPassword = useEffectEvent(onPassword);
  useEffect(() => {
    const leaving = new AbortController();
    fetchSignIns(leaving.signal).then(
      (found) => {
        setSignIns(found.signIns);
        tellPassword(found.hasPassword);
        setFailure(null);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(errorCodeOf(error));
      },
    );
    return () => leaving.abort();
  }, [attempt, online, version]);

  async function end(id?: string) {
    setEnding(id ?? 'all');
    try {
      await endSignIns(id);
      // The pressed button is about to go.
      heading.current?.focus();
      setAttempt((count) => count + 1);
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setEnding(null);
  }

  return (
    <section className={classes.part}>
      <h3 ref={heading} tabIndex={-1} className={classes.title}>
        <Trans comment="Heading of a list of devices">Where you are signed in</Trans>
      </h3>
      {signIns === null && failure === null && (
        <div className={classes.bone} role="status" aria-label={t`Loading`} />
      )}
      {signIns && (
        <ul className={classes.list}>
          {signIns.map((one) => {
            const name = nameOf(one.userAgent);
            return (
              <li key={one.id} className={classes.device}>
                <span className={classes.name}>
                  {name}
                  <small>
                    <Trans comment="Of a device: when it was last in use">
                      Last used {formatClock(one.seenAtMs, nowMs, i18n.locale)}
                    </Trans>
                  </small>
                </span>
                {one.isThis ? (
                  <StatusPill tone="active">
                    <Trans comment="Badge in a list of devices">This device</Trans>
                  </StatusPill>
                ) : (
                  <Button
                    size="sm"
                    variant="default"
                    disabled={!online}
                    loading={ending === one.id}
                    aria-label={t({ message: `Sign out ${name}`, comment: 'Button' })}
                    onClick={() => void end(one.id)}
                  >
                    {t({ message: 'Sign out', comment: 'Button' })}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {signIns && signIns.length > 2 && (
        <Button
          variant="default"
          disabled={!online}
          loading={ending === 'all'}
          onClick={() => void end()}
        >
          <Trans comment="Button: ends all other sessions">Sign out all others</Trans>
        </Button>
      )}
      {failure !== null && (
        <Notice
          tone="quiet"
          announce
          title={online ? i18n._(errorWords[failure].title) : <Trans>This needs a network</Trans>}
          actions={
            <Button size="sm" variant="default" onClick={() => setAttempt(attempt + 1)}>
              <Trans comment="Button">Try again</Trans>
            </Button>
          }
        />
      )}
    </section>
  );
}
