import { useNamedModels } from '../../../live/useModels.ts';
import { modelName } from '../../../words/model-names.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsLeftRight, IconPlant2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, use, useState } from 'react';
import { workRouteId, type MediaId } from '../../../domain/ids.ts';
import { mediaKind } from '../../../domain/media-kind.ts';
import type { WorkRow } from '../../../db/schema.ts';
import { AspectPicture } from '../../../ui/AspectPicture.tsx';
import { TextLink } from '../../../ui/ButtonLink.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useObjectUrl } from '../../../ui/useObjectUrl.ts';
import { errorWords } from '../../../words/errors.ts';
import { warningWords } from '../../../words/warnings.ts';
import { useMedia, useOriginal, useThumbnail } from '../../../live/useMedia.ts';
import { Compare } from './Compare.tsx';
import classes from './ResultPane.module.css';
import { WorkButtonsContext } from './work-buttons.ts';

/** Most people make pictures. */
const MediaPlayer = lazy(() =>
  import('../../../ui/MediaPlayer.tsx').then((module) => ({ default: module.MediaPlayer })),
);

/** One finished picture with what people do next: look at it, keep it, go on from it. */
export function FinishedWork({
  work,
  sourceId,
  alone,
  onKeepSeed,
}: {
  work: WorkRow;
  /** The picture it was made from. */
  sourceId: MediaId | null;
  alone: boolean;
  onKeepSeed: ((seed: string) => void) | null;
}) {
  const { t, i18n } = useLingui();
  const models = useNamedModels();
  const workButtons = use(WorkButtonsContext);
  const original = useOriginal(work.id);
  const thumbnail = useThumbnail(work.id);
  const source = useMedia(sourceId);
  const url = useObjectUrl(original?.blob ?? thumbnail?.blob);
  const posterUrl = useObjectUrl(thumbnail?.blob);
  const [comparing, setComparing] = useState(false);
  const kind = mediaKind(work.mediaType);
  const plays = kind === 'video' || kind === 'audio';
  const alt = work.prompt || modelName(work, models, i18n.locale);
  const sameShape =
    kind === 'picture' &&
    source &&
    work.height > 0 &&
    Math.abs(source.width / source.height / (work.width / work.height) - 1) < 0.03;

  // What an engine says in its own language is no word for a page.
  const notes = [
    ...(work.err ? [errorWords[work.err].title] : []),
    ...work.warnings.flatMap((warning) => warningWords(warning) ?? []),
  ];

  return (
    <figure className={classes.work}>
      {plays ? (
        <Suspense fallback={<div className={classes.cell} />}>
          <MediaPlayer
            kind={kind}
            src={original ? url : null}
            poster={posterUrl}
            width={work.width}
            height={work.height}
            label={alt}
          />
        </Suspense>
      ) : comparing && source ? (
        <Compare
          before={source.blob}
          after={original?.blob ?? null}
          width={work.width}
          height={work.height}
          alt={alt}
        />
      ) : (
        <Link
          to="/work/$id"
          params={{ id: workRouteId(work.id) }}
          className={classes.open}
          aria-label={t`Open: ${alt}`}
        >
          <AspectPicture
            width={work.width}
            height={work.height}
            src={kind === 'picture' ? url : posterUrl}
            thumbhash={work.thumbhash}
            alt=""
            eager
            failedLabel={t`This picture can't be shown`}
          />
        </Link>
      )}
      <figcaption className={classes.caption}>
        <span className={classes.facts}>
          {plays ? (
            // A player has buttons of its own; the way to the rest is beside it.
            <TextLink to="/work/$id" params={{ id: workRouteId(work.id) }}>
              <Trans comment="Link to everything about a film or a piece of music">Details</Trans>
            </TextLink>
          ) : null}
          {plays && work.width > 0 && ' · '}
          {work.width > 0 && `${work.width} × ${work.height}`}
          {notes.map((note) => (
            <span key={note.id}> · {i18n._(note)}</span>
          ))}
        </span>
        <span className={classes.actions}>
          {sameShape && (
            <IconButton
              label={comparing ? t`Show the result only` : t`Compare with the original`}
              icon={<IconArrowsLeftRight size={20} stroke={1.75} aria-hidden />}
              aria-pressed={comparing}
              onClick={() => setComparing(!comparing)}
            />
          )}
          {onKeepSeed && work.seed !== '' && alone && (
            <IconButton
              label={t`Keep this seed: ${work.seed}`}
              icon={<IconPlant2 size={20} stroke={1.75} aria-hidden />}
              onClick={() => onKeepSeed(work.seed)}
            />
          )}
          <Suspense fallback={null}>{workButtons(work)}</Suspense>
        </span>
      </figcaption>
    </figure>
  );
}
