import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { WorkRow } from '../../db/schema.ts';
import type { FilmSize } from '../../domain/film-plan.ts';
import type { WorkId } from '../../domain/ids.ts';
import { useOriginal, useThumbnail } from '../../live/useMedia.ts';
import { useAtomValue } from '../../ui/atoms.ts';
import { MediaPlayer } from '../../ui/MediaPlayer.tsx';
import { useReducedMotion } from '../../ui/useReducedMotion.ts';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import { formatDuration, formatPercent } from '../../words/intl.ts';
import { filmProgressAtom, type FilmRun } from './film-run.ts';
import type { Preview } from './useFilmPreview.ts';
import classes from './VideoStage.module.css';

/** Where the video is waited for: first how it will move, then how far it is, then the video itself. */
export function VideoStage({
  run,
  first,
  size,
  preview,
}: {
  run: FilmRun;
  /** The first picture, which stands here while there is nothing that moves. */
  first: WorkRow | null;
  size: FilmSize;
  preview: Preview | null;
}) {
  const isBusy = run.kind === 'gathering' || run.kind === 'making' || run.kind === 'keeping';
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the button lies far below what is waited for.
    if (isBusy) stage.current?.scrollIntoView({ block: 'nearest' });
  }, [isBusy]);
  return (
    <div
      ref={stage}
      className={classes.stage}
      style={{ '--ratio': size.width / size.height }}
      aria-busy={isBusy || undefined}
    >
      {run.kind === 'done' ? (
        <Result id={run.id} size={size} />
      ) : (
        <div className={classes.box} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
          {first && <Still work={first} />}
          {preview && !isBusy && <Moving preview={preview} />}
          {isBusy && <Progress run={run} />}
        </div>
      )}
      {preview && !isBusy && run.kind !== 'done' && <PreviewWords preview={preview} />}
    </div>
  );
}

function PreviewWords({ preview }: { preview: Preview }) {
  const { i18n } = useLingui();
  const seconds = formatDuration(preview.seconds, i18n.locale);
  return (
    <p className={classes.words}>
      {preview.isWhole ? (
        <Trans>Preview: how it will move, small and without sound.</Trans>
      ) : (
        <Trans>Preview: the first {seconds}, small and without sound.</Trans>
      )}
    </p>
  );
}

function Still({ work }: { work: WorkRow }) {
  const url = useObjectUrl(useThumbnail(work.id)?.blob);
  return url && <img className={classes.still} src={url} alt="" draggable={false} />;
}

function Moving({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const url = useObjectUrl(preview.blob);
  const player = useRef<HTMLVideoElement>(null);
  const isStill = useReducedMotion();
  useEffect(() => {
    // Where the browser lets nothing play by itself, its controls do.
    if (url && !isStill) player.current?.play().catch(() => undefined);
  }, [url, isStill]);
  return (
    <video
      ref={player}
      className={classes.moving}
      src={url ?? undefined}
      aria-label={t({ message: 'Preview', comment: 'A short video of what will be made' })}
      controls
      loop
      muted
      playsInline
      onContextMenu={(event) => event.preventDefault()}
    />
  );
}

function Progress({ run }: { run: FilmRun }) {
  const { t, i18n } = useLingui();
  const progress = useAtomValue(filmProgressAtom);
  const share = run.kind === 'making' ? progress.share : run.kind === 'keeping' ? 1 : null;
  const { secondsLeft } = progress;
  const left = secondsLeft === null ? null : formatDuration(secondsLeft, i18n.locale);
  return (
    <div className={classes.progress}>
      <ProgressGlow
        shape="fill"
        value={share ?? undefined}
        label={t({ message: 'Progress of the video', comment: 'Name of a progress bar' })}
      />
      <p className={classes.figures}>
        {run.kind === 'gathering' ? (
          <Trans>Fetching the full sizes…</Trans>
        ) : run.kind === 'keeping' ? (
          <Trans>Putting it with your works…</Trans>
        ) : (
          <>
            <strong>{formatPercent(share ?? 0, i18n.locale)}</strong>
            {left && (
              <span>
                <Trans comment="Time until a video is finished">about {left} left</Trans>
              </span>
            )}
          </>
        )}
      </p>
    </div>
  );
}

function Result({ id, size }: { id: WorkId; size: FilmSize }) {
  const { t } = useLingui();
  const url = useObjectUrl(useOriginal(id)?.blob);
  const poster = useObjectUrl(useThumbnail(id)?.blob);
  return (
    <div className={classes.result}>
      <MediaPlayer
        kind="video"
        src={url}
        poster={poster}
        width={size.width}
        height={size.height}
        label={t({ message: 'Your video', comment: 'Name of the finished video' })}
      />
    </div>
  );
}
