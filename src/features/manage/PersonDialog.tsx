import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ManagedPerson } from '../../api/contract/people.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorAdvice, errorWords } from '../../words/errors.ts';
import { formatNumber } from '../../words/intl.ts';
import { changePerson, giveCredits, type PersonChange } from './manage.ts';
import classes from './ManagePage.module.css';
import { Marks } from './Marks.tsx';

/** How somebody stands, and what an operator may do about it; each act wants a reason, which is written down. */
export function PersonDialog({
  person,
  onChanged,
  onClose,
}: {
  person: ManagedPerson | null;
  onChanged: (person: ManagedPerson) => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      opened={person !== null}
      onClose={onClose}
      width={480}
      title={<Trans comment="Title of a dialog about somebody">A person</Trans>}
    >
      {person && <Acting person={person} onChanged={onChanged} />}
    </Dialog>
  );
}

function Acting({
  person,
  onChanged,
}: {
  person: ManagedPerson;
  onChanged: (person: ManagedPerson) => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState('');
  // One key for what is meant, however often it has to be sent.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const { uid } = person;
  const credits = Number(amount);
  const isAmount = /^\d{1,7}$/.test(amount) && credits > 0 && credits <= 1_000_000;
  const mayAct = online && !busy && reason.trim() !== '';

  async function act(work: () => Promise<ManagedPerson>, said: string) {
    setBusy(true);
    setFailure(null);
    try {
      const changed = await work();
      showToast({ message: said, tone: 'success' });
      setReason('');
      onChanged(changed);
    } catch (error) {
      setFailure(errorCodeOf(error));
    }
    setBusy(false);
  }
  const change = (what: Partial<PersonChange>, said: string) =>
    act(() => changePerson({ uid, reason: reason.trim(), ...what }), said);
  const give = () =>
    act(
      async () => {
        const changed = await giveCredits(key, { uid, amount: credits, reason: reason.trim() });
        setAmount('');
        setKey(crypto.randomUUID());
        return changed;
      },
      t`The credits are given.`,
    );

  return (
    <>
      <section className={classes.part}>
        <p className={classes.name}>
          {person.nick}
          <Marks person={person} />
          <span className={classes.soft}>
            {uid} · {person.account}
          </span>
          <span className={classes.soft}>
            <Trans comment="How an account stands">
              {formatNumber(person.balance, i18n.locale)} credits, {person.reserved} held,{' '}
              {person.works} works, sessions: {person.sessions}
            </Trans>
          </span>
        </p>
        <TextInput
          label={t({ message: 'Reason', comment: 'Label of a field' })}
          description={t`Written down with what you do.`}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {failure !== null && (
          <Notice tone="warn" announce title={i18n._(errorWords[failure].title)}>
            {i18n._(errorAdvice(failure, false))}
          </Notice>
        )}
      </section>
      <section className={classes.part}>
        <TextInput
          label={t({ message: 'Credits to give', comment: 'Label of a field' })}
          inputMode="numeric"
          value={amount}
          maxLength={7}
          error={amount !== '' && !isAmount ? t`A whole number from 1 to 1,000,000.` : null}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <Button disabled={!mayAct || !isAmount} onClick={() => void give()}>
          <Trans comment="Button">Give the credits</Trans>
        </Button>
      </section>
      <section className={classes.part}>
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={!mayAct}
            onClick={() => void change({ is_vip: !person.is_vip }, t`It is changed.`)}
          >
            {person.is_vip ? (
              <Trans comment="Button">Take VIP away</Trans>
            ) : (
              <Trans comment="Button">Make VIP</Trans>
            )}
          </Button>
          <Button
            variant="default"
            disabled={!mayAct || person.sessions === 0}
            onClick={() => void change({ end_sessions: true }, t`They are signed out everywhere.`)}
          >
            <Trans comment="Button: ends all sessions of somebody">Sign out everywhere</Trans>
          </Button>
          {!person.is_super_user && (
            <Button
              variant={person.locked_at === null ? 'filled' : 'default'}
              {...(person.locked_at === null && { color: 'danger' })}
              disabled={!mayAct}
              onClick={() => void change({ locked: person.locked_at === null }, t`It is changed.`)}
            >
              {person.locked_at === null ? (
                <Trans comment="Button: keeps somebody out">Lock out</Trans>
              ) : (
                <Trans comment="Button: lets somebody in again">Let in again</Trans>
              )}
            </Button>
          )}
        </div>
      </section>
    </>
  );
}
