import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch, TextInput } from '@mantine/core';
import { IconCopy, IconLink, IconShare3, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { askForLink, takeLinkBack } from '../../db/works/links.ts';
import type { WorkRow } from '../../db/schema.ts';
import type { WorkId } from '../../domain/ids.ts';
import { isOpenStage } from '../../domain/intent.ts';
import { linkTitleMaxCharacters } from '../../domain/work-links.ts';
import type { WorkLink } from '../../domain/work-links.ts';
import { useLinkOf } from '../../live/useLinks.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { addressOf, canShareNatively, useLinkSharing } from './useLinkSharing.ts';
import classes from './Sharing.module.css';

/** Gives a link to one work, shows it, and takes it back. */
export function WorkLinkPanel({ id, onAll }: { id: WorkId; onAll: () => void }) {
  const found = useLinkOf(id);
  if (found === undefined) return <div className={classes.bone} aria-hidden />;
  if (found === null) {
    return (
      <p className={classes.words}>
        <Trans>This work was deleted, and its link with it.</Trans>
      </p>
    );
  }
  const { work, link, intent } = found;
  return (
    <div className={classes.panel}>
      {link ? (
        <Given work={work} link={link} />
      ) : (
        <Asked work={work} isAsked={intent?.kind === 'share-work' && isOpenStage(intent.stage)} />
      )}
      {intent && !isOpenStage(intent.stage) && <Trouble code={intent.error?.code ?? 'unknown'} />}
      <Button variant="subtle" className={classes.all} onClick={onAll}>
        <Trans comment="Button: opens a list">All links you have given</Trans>
      </Button>
    </div>
  );
}

function Trouble({ code }: { code: keyof typeof errorWords }) {
  const { i18n } = useLingui();
  return (
    <Notice tone="warn" announce title={i18n._(errorWords[code].title)}>
      <Trans>You find it in the queue, where it can be tried again.</Trans>
    </Notice>
  );
}

function Asked({ work, isAsked }: { work: WorkRow; isAsked: boolean }) {
  const { t } = useLingui();
  const { wakeQueue } = useAppActions();
  const online = useOnline();
  const [title, setTitle] = useState('');
  const [showsPrompt, setShowsPrompt] = useState(false);

  async function ask() {
    await askForLink(work.owner, work.id, { title, showsPrompt });
    wakeQueue();
  }

  async function withdraw() {
    await takeLinkBack(work.owner, work.id);
    wakeQueue();
  }

  if (isAsked) {
    return (
      <>
        <p className={classes.words} role="status">
          {online ? (
            <Trans>The link appears here as soon as the studio has given it.</Trans>
          ) : (
            <Trans>You are offline. The link appears here once there is a network again.</Trans>
          )}
        </p>
        <Button variant="default" onClick={() => void withdraw()}>
          <Trans comment="Button: no link is wanted after all">Give no link</Trans>
        </Button>
      </>
    );
  }
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <p className={classes.words}>
        <Trans>
          Whoever has the link sees this work, without an account, until you take it back or delete
          the work.
        </Trans>
      </p>
      <TextInput
        label={t({ message: 'Title', comment: 'Of a shared work; may stay empty' })}
        placeholder={t({ message: 'Optional', comment: 'In an empty field' })}
        maxLength={linkTitleMaxCharacters}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      {work.prompt.trim() !== '' && (
        <Switch
          label={t`Show the prompt`}
          checked={showsPrompt}
          onChange={({ currentTarget }) => setShowsPrompt(currentTarget.checked)}
        />
      )}
      <Button type="submit" leftSection={<IconLink size={20} stroke={1.75} aria-hidden />}>
        <Trans comment="Button">Make a link</Trans>
      </Button>
    </form>
  );
}

function Given({ work, link }: { work: WorkRow; link: WorkLink }) {
  const { t } = useLingui();
  const { wakeQueue } = useAppActions();
  const { copy, share, takeBack } = useLinkSharing();
  const { owner } = work;

  async function show(showsPrompt: boolean) {
    await askForLink(owner, work.id, { title: link.title, showsPrompt });
    wakeQueue();
  }

  return (
    <>
      <TextInput
        readOnly
        label={t({ message: 'Link', comment: 'Label of a field with an address' })}
        value={addressOf(link)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className={classes.buttons}>
        <Button
          leftSection={<IconCopy size={20} stroke={1.75} aria-hidden />}
          onClick={() => void copy(link)}
        >
          <Trans comment="Button">Copy the link</Trans>
        </Button>
        {canShareNatively() && (
          <Button
            variant="default"
            leftSection={<IconShare3 size={20} stroke={1.75} aria-hidden />}
            onClick={() => void share(link)}
          >
            <Trans comment="Button: opens the system's list of apps">Send…</Trans>
          </Button>
        )}
      </div>
      {work.prompt.trim() !== '' && (
        <Switch
          label={t`Show the prompt`}
          checked={link.showsPrompt}
          onChange={({ currentTarget }) => void show(currentTarget.checked)}
        />
      )}
      <Button
        variant="subtle"
        color="red"
        className={classes.back}
        leftSection={<IconUnlink size={20} stroke={1.75} aria-hidden />}
        onClick={() => void takeBack(owner, link)}
      >
        <Trans comment="Button">Take the link back</Trans>
      </Button>
    </>
  );
}
