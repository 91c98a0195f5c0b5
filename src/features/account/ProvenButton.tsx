import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import classes from './SecurityDialog.module.css';
import { useUnsaved } from './useUnsaved.ts';

/** What was asked for before it can be done, or why it was not. */
type Asked = 'nothing' | 'password' | 'other-password' | 'sign-in' | { failure: ErrorCode };

/**
 * Does something for which the platform wants to know that it is really the person: at once where they have only just
 * signed in, else by their password, which is asked for then.
 * @param act throws KilnError `wrong-credentials` where nothing shows who it is, or the password is wrong
 * @param tell words of its own for a failure
 */
export function ProvenButton({
  hasPassword,
  danger = false,
  disabled = false,
  act,
  tell,
  children,
}: {
  hasPassword: boolean;
  danger?: boolean;
  disabled?: boolean;
  act: (password?: string) => Promise<void>;
  tell?: (code: ErrorCode) => ReactNode;
  children: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { requestSignIn } = useAppActions();
  const [asked, setAsked] = useState<Asked>('nothing');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wantsPassword = asked === 'password' || asked === 'other-password';
  useUnsaved(password !== '');
  // It was not there when it was asked for.
  useEffect(() => {
    if (wantsPassword) input.current?.focus();
  }, [wantsPassword]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (wantsPassword && password === '') {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await act(wantsPassword ? password : undefined);
      setAsked('nothing');
      setPassword('');
    } catch (error) {
      const code = errorCodeOf(error);
      if (code !== 'wrong-credentials') setAsked({ failure: code });
      else if (!hasPassword) setAsked('sign-in');
      else setAsked(wantsPassword ? 'other-password' : 'password');
      input.current?.focus();
    }
    setBusy(false);
  }

  const failure = typeof asked === 'object' ? asked.failure : null;
  return (
    <form className={classes.part} noValidate onSubmit={(event) => void submit(event)}>
      {wantsPassword && (
        <PasswordInput
          ref={input}
          label={t({ message: 'Current password', comment: 'Label of a field' })}
          description={t`To be sure that it is you.`}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={
            asked === 'other-password'
              ? t`That is not your password. Check it and try again.`
              : null
          }
          visibilityToggleButtonProps={{
            'aria-label': t`Show or hide the password`,
            tabIndex: 0,
          }}
        />
      )}
      {asked === 'sign-in' && (
        <Notice
          tone="quiet"
          announce
          title={<Trans>Sign in again first</Trans>}
          actions={
            <Button size="sm" variant="default" onClick={() => void requestSignIn()}>
              <Trans comment="Button">Sign in again</Trans>
            </Button>
          }
        >
          <Trans>It is a while since you signed in. That shows that it is you.</Trans>
        </Notice>
      )}
      {failure !== null && (
        <Notice
          tone="warn"
          announce
          title={online ? i18n._(errorWords[failure].title) : <Trans>This needs a network</Trans>}
        >
          {tell?.(failure) ?? <Trans>Nothing has changed. Try again.</Trans>}
        </Notice>
      )}
      <Button
        type="submit"
        variant={danger ? 'filled' : 'default'}
        {...(danger && { color: 'danger' })}
        loading={busy}
        disabled={!online || disabled}
      >
        {children}
      </Button>
    </form>
  );
}
