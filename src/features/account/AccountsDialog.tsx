import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Session } from '../../db/schema.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { useSession } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { goOnAs, joinInto, signOutOther } from './accounts.ts';
import { ProvenButton } from './ProvenButton.tsx';
import classes from './SecurityDialog.module.css';
import { useHasPassword } from './useHasPassword.ts';

const nameOf = ({ nickname, account }: Session): string => nickname || account;
const idOf = ({ userKey }: Session): string => userKey.split('@')[0] ?? userKey;

/** The accounts that are signed in on this device: go on as another one, add one, make two one. */
export function AccountsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const session = useSession() ?? null;
  const others = useSetting('otherSessions') ?? [];
  const { requestSignIn } = useAppActions();
  const [joining, setJoining] = useState<Session | null>(null);
  const hasPassword = useHasPassword(opened && joining !== null);

  async function goOn(other: Session) {
    const name = nameOf(other);
    if (await goOnAs(other.userKey)) {
      onClose();
      showToast({ message: t`You are ${name} now.`, tone: 'success' });
    }
  }

  async function join(other: Session, password?: string) {
    const name = nameOf(other);
    await joinInto(other, password);
    setJoining(null);
    showToast({ message: t`${name} is part of this account now.`, tone: 'success' });
  }

  function close() {
    setJoining(null);
    onClose();
  }

  const joined = joining && others.find(({ userKey }) => userKey === joining.userKey);
  return (
    <Dialog
      opened={opened}
      onClose={close}
      width={460}
      title={<Trans comment="Title of a dialog">Accounts on this device</Trans>}
    >
      {joined && session ? (
        <Joining
          from={nameOf(joined)}
          into={nameOf(session)}
          hasPassword={hasPassword}
          join={(password) => join(joined, password)}
          onCancel={() => setJoining(null)}
        />
      ) : (
        <section className={classes.part}>
          <p className={classes.about}>
            <Trans>
              Each has its own works, requests and credits. Those of an account that waits go on
              when you return to it.
            </Trans>
          </p>
          <ul className={classes.list}>
            {session && (
              <li className={classes.device}>
                <span className={classes.name}>
                  {nameOf(session)}
                  <small>{idOf(session)}</small>
                </span>
                <StatusPill tone="active">
                  <Trans comment="Badge in a list of accounts: the one that is used now">
                    In use
                  </Trans>
                </StatusPill>
              </li>
            )}
            {others.map((other) => {
              const name = nameOf(other);
              return (
                <li key={other.userKey} className={classes.account}>
                  <span className={classes.name}>
                    {name}
                    <small>{idOf(other)}</small>
                  </span>
                  <span className={classes.choices}>
                    <Button
                      size="sm"
                      aria-label={t({ message: `Go on as ${name}`, comment: 'Button' })}
                      onClick={() => void goOn(other)}
                    >
                      <Trans comment="Button: goes on as another account">Switch</Trans>
                    </Button>
                    {session && (
                      <Button
                        size="sm"
                        variant="default"
                        aria-label={t({
                          message: `Join ${name} into this account`,
                          comment: 'Button',
                        })}
                        onClick={() => setJoining(other)}
                      >
                        <Trans comment="Button: makes two accounts one">Join…</Trans>
                      </Button>
                    )}
                    <Button
                      size="sm"
                      variant="default"
                      aria-label={t({ message: `Sign out ${name}`, comment: 'Button' })}
                      onClick={() => void signOutOther(other.userKey)}
                    >
                      {t({ message: 'Sign out', comment: 'Button' })}
                    </Button>
                  </span>
                </li>
              );
            })}
          </ul>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              close();
              void requestSignIn(t`Whoever you are now stays signed in and waits.`);
            }}
          >
            <Trans comment="Button: signs in beside the account in use">Add an account</Trans>
          </Button>
        </section>
      )}
    </Dialog>
  );
}

/** Says what becomes of both before it is done. */
function Joining({
  from,
  into,
  hasPassword,
  join,
  onCancel,
}: {
  from: string;
  into: string;
  hasPassword: boolean;
  join: (password?: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useLingui();
  function tell(code: ErrorCode) {
    if (code === 'conflict') {
      return <Trans>{from} has requests under way. Wait for them, or cancel them there.</Trans>;
    }
    if (code === 'not-found') {
      return (
        <Trans>
          {from} is not signed in any more. Sign in as {from} once again.
        </Trans>
      );
    }
    return undefined;
  }
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>
        <Trans>
          Join {from} into {into}?
        </Trans>
      </h3>
      <p className={classes.about}>
        <Trans>
          Works, albums, credits and purchases of {from} become {into}'s, and {from} is gone. You
          sign in as {into} from then on; passkeys of both stay good, keys for engines don't come
          along. This can't be undone.
        </Trans>
      </p>
      <ProvenButton hasPassword={hasPassword} danger act={join} tell={tell}>
        <Trans comment="Button: makes two accounts one, for good">Join the accounts</Trans>
      </ProvenButton>
      <Button variant="default" onClick={onCancel}>
        {t({ message: 'Cancel', comment: 'Button that leaves everything as it is' })}
      </Button>
    </section>
  );
}
