import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { arrivedPlatform } from '../../api/local.ts';
import { setOwnSetting } from '../../db/settings.ts';
import { communityOwner } from '../../domain/community.ts';
import type { UserKey } from '../../domain/ids.ts';
import { sentenceGap } from '../../domain/languages.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader, Section } from '../../ui/Page.tsx';
import { formatNumber } from '../../words/intl.ts';
import classes from './OwnKeys.module.css';
import { useOwnSetting } from '../../live/useSetting.ts';

/** Without a platform there is no account: what is left of the page is the device, and a key of one's own. */
export function CommunityMe({ device }: { device: ReactNode }) {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t({ message: 'Me', comment: 'Title of the personal page' })} />
      <Section
        title={
          <Trans comment="Heading: how pictures are made without an account">
            Made by volunteers
          </Trans>
        }
      >
        <p className={classes.hint}>
          <Trans>
            Volunteers of the AI Horde make your pictures, free of charge. They can see what you
            write. Your works are on this device only.
          </Trans>
        </p>
      </Section>
      <HordeKey />
      {device}
    </>
  );
}

/** What the key has, once the Horde has said so. */
function OwnKudos() {
  const { i18n } = useLingui();
  const [owned, setOwned] = useState<number | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    arrivedPlatform('horde')
      .then((place) => place?.ownKudos(leaving.signal) ?? null)
      .then(setOwned, () => undefined);
    return () => leaving.abort();
  }, []);
  if (owned === null) return null;
  const kudos = formatNumber(Math.floor(owned), i18n.locale);
  return (
    <>
      {sentenceGap(i18n.locale)}
      <Trans>You have {kudos} kudos there.</Trans>
    </>
  );
}

function HordeKey() {
  const { t } = useLingui();
  const key = useOwnSetting('hordeKey');
  const [typed, setTyped] = useState('');
  const [failed, setFailed] = useState(false);
  const name = 'AI Horde';
  if (key === undefined) return null;

  async function keep(next: string | null) {
    try {
      await setOwnSetting(communityOwner as UserKey, 'hordeKey', next);
      setTyped('');
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }

  function save(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() !== '') void keep(typed.trim());
  }

  return (
    <Section
      title={
        <Trans comment="Heading: {name} is a service that makes pictures">Your {name} key</Trans>
      }
    >
      <p className={classes.hint}>
        {key === null ? (
          <Trans>
            With a key of your own, your works are made on your account there: your kudos shorten
            the wait. It stays on this device and goes to the AI Horde only.
          </Trans>
        ) : (
          <>
            <Trans>Your works at {name} are made on your own account there.</Trans>
            <OwnKudos key={key} />
          </>
        )}
      </p>
      {key === null ? (
        <form className={classes.form} onSubmit={save}>
          <PasswordInput
            className={classes.input}
            aria-label={t({ message: `Key for ${name}`, comment: 'Label of a text field' })}
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={typed.trim() === ''}>
            {t({ message: 'Save', comment: 'Button: keep the key' })}
          </Button>
        </form>
      ) : (
        <Button variant="default" className={classes.button} onClick={() => void keep(null)}>
          {t({ message: 'Remove the key', comment: 'Button' })}
        </Button>
      )}
      {failed && (
        <Notice tone="warn" announce>
          <Trans>That couldn't be saved. Free some space and try again.</Trans>
        </Notice>
      )}
    </Section>
  );
}
