import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { isErrorCode, type ErrorCode } from '../../domain/errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { errorWords } from '../../words/errors.ts';
import type { EngineKeyState } from './engine-keys.ts';
import classes from './OwnKeys.module.css';

/** Names of services are the same in every language. */
const serviceNames: Readonly<Record<string, string>> = { horde: 'AI Horde' };

/** The contract brings zod along; nobody should wait for it before the page is there. */
const api = () => import('./engine-keys.ts');

/** Keys of one's own for engines that take one; nothing where no engine does, or nobody can be asked. */
export function OwnKeys({ online }: { online: boolean }) {
  const [keys, setKeys] = useState<EngineKeyState[]>([]);
  useEffect(() => {
    if (!online) return;
    const leaving = new AbortController();
    const load = async () => {
      const { fetchEngineKeys } = await api();
      const found = await fetchEngineKeys(leaving.signal);
      if (!leaving.signal.aborted) setKeys(found);
    };
    // Without an answer the page is as it is for those who need no key.
    load().catch(() => undefined);
    return () => leaving.abort();
  }, [online]);

  return keys.map((key) => (
    <OwnKey
      key={key.engine}
      name={serviceNames[key.engine] ?? key.engine}
      state={key}
      online={online}
      onChange={(isSet) =>
        setKeys((all) => all.map((one) => (one.engine === key.engine ? { ...one, isSet } : one)))
      }
    />
  ));
}

function OwnKey({
  name,
  state,
  online,
  onChange,
}: {
  name: string;
  state: EngineKeyState;
  online: boolean;
  onChange: (isSet: boolean) => void;
}) {
  const { t } = useLingui();
  const { engine, isSet } = state;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);

  async function attempt(work: () => Promise<void>, endsSet: boolean) {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      setTyped('');
      onChange(endsSet);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      setFailure(isErrorCode(code) ? code : 'unknown');
    }
    setBusy(false);
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const key = typed.trim();
    if (key !== '') void attempt(async () => (await api()).saveEngineKey(engine, key), true);
  }

  return (
    <Section
      title={
        <Trans comment="Heading: {name} is a service that makes pictures">Your {name} key</Trans>
      }
    >
      <p className={classes.hint}>
        {isSet ? (
          <Trans>Your works at {name} are made on your own account there.</Trans>
        ) : (
          <Trans>
            With a key of your own, your works at {name} are made on your account there: your kudos
            shorten the wait. It is kept encrypted and never shown again.
          </Trans>
        )}
      </p>
      {isSet ? (
        <Button
          variant="default"
          className={classes.button}
          disabled={!online}
          loading={busy}
          onClick={() => void attempt(async () => (await api()).forgetEngineKey(engine), false)}
        >
          {t({ message: 'Remove the key', comment: 'Button' })}
        </Button>
      ) : (
        <form className={classes.form} onSubmit={save}>
          <PasswordInput
            className={classes.input}
            aria-label={t({ message: `Key for ${name}`, comment: 'Label of a text field' })}
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            disabled={!online || typed.trim() === ''}
            loading={busy}
          >
            {t({ message: 'Save', comment: 'Button: keep the key' })}
          </Button>
        </form>
      )}
      {failure !== null && (
        <Notice tone="warn" announce>
          {failure === 'invalid-input' ? (
            <Trans>That doesn't look like a key. Copy it whole and try again.</Trans>
          ) : (
            t(errorWords[failure].title)
          )}
        </Notice>
      )}
    </Section>
  );
}
