import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ElsewhereButtons } from './ElsewhereButtons.tsx';
import { passwordMinCharacters } from '../../domain/limits.ts';
import { useUnsaved } from './useUnsaved.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { errorWords } from '../../words/errors.ts';
import { formatDuration } from '../../words/intl.ts';
import { RefusalWords } from '../../words/RefusalWords.tsx';
import { checkCredentials, signIn, type SignInMode, type SignInProblem } from './sign-in.ts';
import classes from './SignInForm.module.css';

/** Name and password, for those who come back and for those who are new. */
export function SignInForm({
  mode,
  onMode,
  onSignedIn,
}: {
  mode: SignInMode;
  onMode: (mode: SignInMode) => void;
  onSignedIn: () => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [busy, setBusy] = useState(false);
  const accountInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const isNew = mode === 'register';
  const nameLabel = t({ message: 'Name', comment: 'Label: account name' });
  const passwordLabel = t({ message: 'Password', comment: 'Label of a field' });
  useUnsaved(account !== '' || password !== '');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wanted = { account, password };
    let found = checkCredentials(mode, wanted);
    if (!found) {
      setBusy(true);
      try {
        found = await signIn(mode, wanted);
      } catch {
        found = { field: null, code: 'unknown', retryAfterMs: null };
      }
      setBusy(false);
    }
    setProblem(found);
    if (!found) onSignedIn();
    else if (found.field === 'account') accountInput.current?.focus();
    else if (found.field === 'password') passwordInput.current?.focus();
  }

  function accountError(): ReactNode {
    if (problem?.field !== 'account') return null;
    switch (problem.problem) {
      case 'required':
        return t`Enter your name.`;
      case 'not-a-name':
        return t`3 to 32 letters or digits; dots, dashes and underscores may stand between them.`;
      case 'taken':
        return t`Someone has this name, or one that looks like it. Choose another, or sign in if it is yours.`;
      case 'refused':
        return <RefusalWords reason={problem.reason} title={nameLabel} />;
    }
  }

  function passwordError(): ReactNode {
    if (problem?.field !== 'password') return null;
    switch (problem.problem) {
      case 'required':
        return t`Enter your password.`;
      case 'too-short':
        return t`At least ${passwordMinCharacters} characters.`;
      case 'wrong':
        return t`Name and password don't go together. Check both and try again.`;
      case 'refused':
        return <RefusalWords reason={problem.reason} title={passwordLabel} />;
    }
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-busy={busy}
    >
      <Segmented
        label={t`Do you have an account?`}
        hideLabel
        full
        value={mode}
        onChange={(next) => {
          onMode(next);
          setProblem(null);
        }}
        options={[
          {
            value: 'log-in',
            label: t({ message: 'Sign in', comment: 'Tab: for people with an account' }),
          },
          {
            value: 'register',
            label: t({ message: 'New here', comment: 'Tab: create an account' }),
          },
        ]}
      />
      {!online && (
        <Notice tone="quiet">
          <Trans>Signing in needs a network. What you have written and made stays as it is.</Trans>
        </Notice>
      )}
      <TextInput
        ref={accountInput}
        label={nameLabel}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
        value={account}
        onChange={(event) => setAccount(event.currentTarget.value)}
        error={accountError()}
        description={
          isNew && !accountError() ? t`How others see you. You can't change it later.` : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <PasswordInput
        // A new field for a new purpose: password managers remember what a field was for.
        key={mode}
        ref={passwordInput}
        label={passwordLabel}
        name="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={passwordError()}
        description={
          isNew && !passwordError()
            ? t`At least ${passwordMinCharacters} characters. A few words in a row are good.`
            : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
      />
      {problem && problem.field === null && (
        <Notice tone="warn" title={i18n._(errorWords[problem.code].title)} announce>
          {problem.code === 'account-locked' ? (
            i18n._(errorWords[problem.code].advice)
          ) : problem.retryAfterMs ? (
            <Trans>
              Try again in {formatDuration(problem.retryAfterMs / 1_000, i18n.locale)}. What you
              typed stays.
            </Trans>
          ) : (
            <Trans>You are not signed in yet. What you typed stays; try again.</Trans>
          )}
        </Notice>
      )}
      <Button type="submit" size="lg" fullWidth loading={busy}>
        {isNew ? (
          <Trans comment="Button">Create account</Trans>
        ) : (
          <Trans comment="Button">Sign in</Trans>
        )}
      </Button>
      <ElsewhereButtons mayBeKnown={!isNew} onSignedIn={onSignedIn} />
      {isNew && (
        <p className={classes.small}>
          <Trans>An account keeps your credits and your works. There is no e-mail to give.</Trans>
        </p>
      )}
    </form>
  );
}
