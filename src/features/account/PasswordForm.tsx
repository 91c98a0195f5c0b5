import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { password } from '../../api/contract/account.ts';
import { KilnError, type ErrorCode } from '../../domain/errors.ts';
import type { FieldReason } from '../../domain/field-reasons.ts';
import { passwordMinCharacters } from '../../domain/limits.ts';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { RefusalWords } from '../../words/RefusalWords.tsx';
import classes from './SecurityDialog.module.css';
import { choosePassword } from './sign-ins.ts';
import { useUnsaved } from './useUnsaved.ts';

type Problem = { field: 'old' | 'chosen'; words: ReactNode } | { field: null; code: ErrorCode };

/** @param onChanged when every other device is out */
export function PasswordForm({ onChanged }: { onChanged: () => void }) {
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
    if (!password.safeParse(chosen).success)
      return { field: 'chosen', words: t`At least ${passwordMinCharacters} characters.` };
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
    onChanged();
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
          description={t`At least ${passwordMinCharacters} characters. A few words in a row are good.`}
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
