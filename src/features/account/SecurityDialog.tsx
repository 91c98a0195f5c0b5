import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { deviceName } from '../../domain/device-names.ts';
import { KilnError, type ErrorCode } from '../../domain/errors.ts';
import type { FieldReason } from '../../domain/field-reasons.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { showToast } from '../../ui/toast.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock } from '../../words/intl.ts';
import { RefusalWords } from '../../words/RefusalWords.tsx';
import { choosePassword, endSignIns, fetchSignIns, type SignIn } from './sign-ins.ts';
import classes from './SecurityDialog.module.css';
import { useUnsaved } from './useUnsaved.ts';

/** Where one is signed in, and another password. */
export function SecurityDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      width={440}
      title={<Trans comment="Title of a dialog">Password and devices</Trans>}
    >
      <Devices />
      <NewPassword />
    </Dialog>
  );
}

const codeOf = (error: unknown): ErrorCode => (error instanceof KilnError ? error.code : 'unknown');

function Devices() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [signIns, setSignIns] = useState<readonly SignIn[] | null>(null);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [ending, setEnding] = useState<string | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    fetchSignIns(leaving.signal).then(
      (found) => {
        setSignIns(found);
        setFailure(null);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setFailure(codeOf(error));
      },
    );
    return () => leaving.abort();
  }, [attempt, online]);

  async function end(id?: string) {
    setEnding(id ?? 'all');
    try {
      await endSignIns(id);
      setAttempt((count) => count + 1);
    } catch (error) {
      setFailure(codeOf(error));
    }
    setEnding(null);
  }

  function nameOf({ userAgent }: SignIn): string {
    const { browser, system } = deviceName(userAgent);
    const known = [browser, system].filter((part) => part !== null);
    return known.length > 0
      ? known.join(' · ')
      : t({ message: 'Another program', comment: 'Name of a device that is not a known browser' });
  }

  return (
    <section className={classes.part}>
      <h3 className={classes.title}>
        <Trans comment="Heading of a list of devices">Where you are signed in</Trans>
      </h3>
      {signIns === null && failure === null && (
        <div className={classes.bone} role="status" aria-label={t`Loading`} />
      )}
      {signIns && (
        <ul className={classes.list}>
          {signIns.map((one) => {
            const name = nameOf(one);
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

type Problem = { field: 'old' | 'chosen'; words: ReactNode } | { field: null; code: ErrorCode };

function NewPassword() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [old, setOld] = useState('');
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const oldInput = useRef<HTMLInputElement>(null);
  const chosenInput = useRef<HTMLInputElement>(null);
  const chosenLabel = t({ message: 'New password', comment: 'Label of a field' });
  useUnsaved(old !== '' || chosen !== '');

  function refusal(reasons: readonly FieldReason[]): Problem | null {
    const reason = reasons.find(({ field }) => field === 'new_password');
    if (!reason) return null;
    return { field: 'chosen', words: <RefusalWords reason={reason} title={chosenLabel} /> };
  }

  async function change(): Promise<Problem | null> {
    if (old === '') return { field: 'old', words: t`Enter your password.` };
    if (chosen.length < 8) return { field: 'chosen', words: t`At least 8 characters.` };
    try {
      await choosePassword(old, chosen);
      return null;
    } catch (error) {
      if (!(error instanceof KilnError)) return { field: null, code: 'unknown' };
      if (error.code === 'wrong-credentials') {
        return { field: 'old', words: t`That is not your password. Check it and try again.` };
      }
      return refusal(error.reasons) ?? { field: null, code: error.code };
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const found = await change();
    setBusy(false);
    setProblem(found);
    if (found?.field === 'old') oldInput.current?.focus();
    if (found?.field === 'chosen') chosenInput.current?.focus();
    if (found) return;
    setOld('');
    setChosen('');
    showToast({
      message: t`Your password is changed, and other devices are signed out.`,
      tone: 'success',
    });
  }

  const shownToggle = { 'aria-label': t`Show or hide the password`, tabIndex: 0 };
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>
        <Trans comment="Heading of a form">Change the password</Trans>
      </h3>
      <form className={classes.part} noValidate onSubmit={(event) => void submit(event)}>
        <PasswordInput
          ref={oldInput}
          label={t({ message: 'Current password', comment: 'Label of a field' })}
          name="password"
          autoComplete="current-password"
          value={old}
          onChange={(event) => setOld(event.currentTarget.value)}
          error={problem?.field === 'old' ? problem.words : null}
          visibilityToggleButtonProps={shownToggle}
        />
        <PasswordInput
          ref={chosenInput}
          label={chosenLabel}
          name="new-password"
          autoComplete="new-password"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          error={problem?.field === 'chosen' ? problem.words : null}
          description={t`At least 8 characters. A few words in a row are good.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          visibilityToggleButtonProps={shownToggle}
        />
        {problem && problem.field === null && (
          <Notice
            tone="warn"
            announce
            title={
              online ? i18n._(errorWords[problem.code].title) : <Trans>This needs a network</Trans>
            }
          >
            <Trans>Your password is as it was. What you typed stays; try again.</Trans>
          </Notice>
        )}
        <Button type="submit" loading={busy} disabled={!online}>
          <Trans comment="Button">Change and sign out other devices</Trans>
        </Button>
      </form>
    </section>
  );
}
