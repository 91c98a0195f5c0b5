import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPencil, IconWorldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { publish, unpublish } from '../../db/works/publications.ts';
import type { Publication } from '../../domain/gallery.ts';
import type { WorkId } from '../../domain/ids.ts';
import { isOpenStage } from '../../domain/intent.ts';
import { usePublicationOf } from '../../live/usePublicationOf.ts';
import { noticeAtom } from '../../requests/actions/notices.ts';
import { publishingAtom } from '../../requests/actions/publishing.ts';
import { useSetAtom } from '../../ui/atoms.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatDay } from '../../words/days.ts';
import classes from './Publish.module.css';
import { PublishForm } from './PublishForm.tsx';

/** Publishes one work, says how it stands, and takes it back. */
export function PublishPanel({ id, onDone }: { id: WorkId; onDone: () => void }) {
  const found = usePublicationOf(id);
  const { wakeQueue } = useAppActions();
  const [isChanging, setChanging] = useState(false);
  if (found === undefined) return <div className={classes.bone} aria-hidden />;
  if (found === null) {
    return (
      <p className={classes.words}>
        <Trans>This work was deleted, and it is in no gallery.</Trans>
      </p>
    );
  }
  const { work, publication, intent } = found;

  async function give(words: { title: string; categoryId: number }) {
    await publish(work.owner, work.id, words);
    wakeQueue();
    setChanging(false);
  }

  async function takeBack() {
    await unpublish(work.owner, work.id);
    wakeQueue();
    onDone();
  }

  const isAsked = intent?.kind === 'publish-work' && isOpenStage(intent.stage);
  return (
    <div className={classes.panel}>
      {isAsked ? (
        <Asked isKnown={publication !== null} onTakeBack={() => void takeBack()} />
      ) : publication && !isChanging ? (
        <Standing
          publication={publication}
          onChange={() => setChanging(true)}
          onTakeBack={() => void takeBack()}
        />
      ) : (
        <PublishForm
          work={work}
          before={publication}
          onPublish={(words) => void give(words)}
          onCancel={publication ? () => setChanging(false) : null}
        />
      )}
      {intent && !isOpenStage(intent.stage) && <Trouble code={intent.error?.code ?? 'unknown'} />}
    </div>
  );
}

function Trouble({ code }: { code: keyof typeof errorWords }) {
  const { i18n } = useLingui();
  const setPublishing = useSetAtom(publishingAtom);
  const showNotice = useSetAtom(noticeAtom);
  return (
    <Notice
      tone="warn"
      announce
      title={i18n._(errorWords[code].title)}
      actions={
        code === 'forbidden' && (
          <Button
            variant="default"
            onClick={() => {
              // Never one over another.
              setPublishing(null);
              showNotice('no-access');
            }}
          >
            <Trans comment="Button: says for whom something is kept">Who may?</Trans>
          </Button>
        )
      }
    >
      <Trans>You find it in the queue, where it can be tried again.</Trans>
    </Notice>
  );
}

/** The wish is written down and on its way. */
function Asked({ isKnown, onTakeBack }: { isKnown: boolean; onTakeBack: () => void }) {
  const online = useOnline();
  return (
    <>
      <p className={classes.words} role="status">
        {online ? (
          <Trans>It is on its way to the gallery.</Trans>
        ) : (
          <Trans>You are offline. It goes to the gallery once there is a network again.</Trans>
        )}
      </p>
      <Button variant="default" onClick={onTakeBack}>
        {isKnown ? (
          <Trans comment="Button: a work leaves the gallery">Take it out of the gallery</Trans>
        ) : (
          <Trans comment="Button: a work is not to be published after all">Don't publish</Trans>
        )}
      </Button>
    </>
  );
}

/** How the work stands, and what can be done about it. */
function Standing({
  publication,
  onChange,
  onTakeBack,
}: {
  publication: Publication;
  onChange: () => void;
  onTakeBack: () => void;
}) {
  const { i18n } = useLingui();
  const { state, note, publishedAtMs } = publication;
  const day = publishedAtMs === null ? '' : formatDay(publishedAtMs, i18n.locale);
  return (
    <>
      {state === 'published' ? (
        <Notice tone="success" title={<Trans>Everybody sees it</Trans>}>
          <Trans>In the gallery since {day}.</Trans>
        </Notice>
      ) : state === 'pending' ? (
        <Notice tone="quiet" title={<Trans>It waits to be looked at</Trans>}>
          <Trans>Whoever runs the studio looks at it first. Until then nobody else sees it.</Trans>
        </Notice>
      ) : state === 'reported' ? (
        <Notice tone="warn" title={<Trans>People have reported it</Trans>}>
          <Trans>Nobody sees it until whoever runs the studio has looked at it.</Trans>
        </Notice>
      ) : (
        <Notice tone="warn" title={<Trans>It was not accepted</Trans>}>
          {note || (
            <Trans>Whoever runs the studio gave no reason. You can change it and ask again.</Trans>
          )}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<IconPencil size={20} stroke={1.75} aria-hidden />}
          onClick={onChange}
        >
          <Trans comment="Button: other words for a published work">Change title or category</Trans>
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconWorldOff size={20} stroke={1.75} aria-hidden />}
          onClick={onTakeBack}
        >
          <Trans comment="Button: a work leaves the gallery">Take it out of the gallery</Trans>
        </Button>
      </div>
    </>
  );
}
