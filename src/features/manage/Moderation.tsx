import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { mediaKind } from '../../domain/media-kind.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { useAsked } from '../../live/useAsked.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { showToast } from '../../ui/toast.ts';
import { useNow } from '../../ui/useNow.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { errorWords } from '../../words/errors.ts';
import { formatClock } from '../../words/intl.ts';
import { reasonWords } from '../../words/reports.ts';
import { Coming } from './Coming.tsx';
import { Failed } from './Failed.tsx';
import { decideWork, fetchAwaiting, type AwaitingWork } from './manage.ts';
import classes from './ManagePage.module.css';

/** Works that wait for somebody to look at them, or that somebody has reported. */
export function Moderation() {
  const online = useOnline();
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt((count) => count + 1);
  const asked = useAsked(`${attempt} ${String(online)}`, fetchAwaiting);
  if (asked.state === 'asking') return <Coming />;
  if (asked.state === 'failed') return <Failed code={asked.code} onAgain={again} />;
  if (asked.value.length === 0) {
    return <EmptyState title={<Trans>Nothing waits to be looked at</Trans>} />;
  }
  return (
    <ul className={classes.list}>
      {asked.value.map((work) => (
        <li key={work.image_id} className={classes.awaiting}>
          <Awaiting work={work} onDecided={again} />
        </li>
      ))}
    </ul>
  );
}

function Awaiting({ work, onDecided }: { work: AwaitingWork; onDecided: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const nowMs = useNow(60_000);
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);
  const kind = mediaKind(work.media_type);
  async function decide(state: 'published' | 'rejected') {
    setBusy(true);
    setFailure(null);
    try {
      await decideWork(work.image_id, state, note.trim());
      showToast({
        message:
          state === 'published' ? t`The gallery shows it.` : t`The gallery does not show it.`,
      });
      onDecided();
    } catch (error) {
      setFailure(errorCodeOf(error));
      setBusy(false);
    }
  }
  const { title } = work;
  return (
    <>
      <div className={classes.seen}>
        {kind === 'picture' && <img src={work.image} alt={title} loading="lazy" />}
        {kind === 'video' && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people made has none
          <video src={work.image} controls preload="metadata" aria-label={title} />
        )}
        {kind === 'audio' && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people made has none
          <audio src={work.image} controls preload="metadata" aria-label={title} />
        )}
      </div>
      <div className={classes.part}>
        <h2 className={classes.title}>
          {title}{' '}
          {work.reports.length > 0 && (
            <StatusPill tone="warn">
              <Plural value={work.reports.length} one="# report" other="# reports" />
            </StatusPill>
          )}
        </h2>
        <p className={classes.soft}>
          {work.author} ({work.user_id}) ·{' '}
          {formatClock(Date.parse(work.create_time), nowMs, i18n.locale)}
        </p>
        <p className={classes.asked}>{work.prompt}</p>
        {work.reports.length > 0 && (
          <ul
            className={classes.list}
            aria-label={t({ message: 'Reports', comment: 'Name of a list' })}
          >
            {work.reports.map((report, at) => (
              <li key={at}>
                {i18n._(reasonWords[report.reason])}
                {report.words !== '' && <span className={classes.soft}>{report.words}</span>}
              </li>
            ))}
          </ul>
        )}
        <TextInput
          label={t({
            message: `Why, for whoever made ${title}`,
            comment: 'Label of a field; {title} of a work',
          })}
          placeholder={t({ message: 'Optional', comment: 'In an empty field' })}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {failure !== null && (
          <Notice tone="danger" announce title={i18n._(errorWords[failure].title)} />
        )}
        <div className={classes.buttons}>
          <Button
            loading={busy}
            disabled={!online}
            aria-label={t({ message: `Show it: ${title}`, comment: 'Button; {title} of a work' })}
            onClick={() => void decide('published')}
          >
            <Trans comment="Button: the gallery shows a work">Show it</Trans>
          </Button>
          <Button
            variant="default"
            loading={busy}
            disabled={!online}
            aria-label={t({
              message: `Don’t show it: ${title}`,
              comment: 'Button; {title} of a work',
            })}
            onClick={() => void decide('rejected')}
          >
            <Trans comment="Button: the gallery does not show a work">Don’t show it</Trans>
          </Button>
        </div>
      </div>
    </>
  );
}
