import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, Suspense } from 'react';
import { db } from '../../db/database.ts';
import { workMediaId } from '../../db/works.ts';
import type { MediaId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { KilnMark } from '../../ui/KilnMark.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './RequestThumb.module.css';

/** Not before an engine has something to show. */
const LiveThumb = lazy(() =>
  import('./LiveThumb.tsx').then((module) => ({ default: module.LiveThumb })),
);

/** What stands for a request: its first result, else the picture it starts from, else an empty box. */
function pictureOf(intent: Intent): { id: MediaId; isResult: boolean } | null {
  if (intent.kind !== 'generate') return null;
  const work = intent.workIds[0];
  if (work) return { id: workMediaId(work), isResult: true };
  const source = intent.payload.sources[0];
  return source ? { id: source.mediaId, isResult: false } : null;
}

/**
 * The small picture of a request in its own shape, with the glow rising in it. Says nothing by itself: the
 * card's words do.
 * @param glow 0…1, undefined while unknown, null for none
 */
export function RequestThumb({
  intent,
  glow,
}: {
  intent: Intent;
  glow: number | undefined | null;
}) {
  const picture = pictureOf(intent);
  const id = picture?.id ?? null;
  const isResult = picture?.isResult ?? false;
  const blob = useLiveQuery(async () => {
    if (!id) return null;
    const thumbnail = await db.thumbnails.get(id);
    if (thumbnail) return thumbnail.blob;
    // Sources may have no thumbnail; a result without one is not worth its full bytes here.
    const media = isResult ? null : await db.media.get(id);
    return media?.mediaType.startsWith('image/') ? media.blob : null;
  }, [id, isResult]);
  const src = useObjectUrl(blob);
  const shape = intent.kind === 'generate' ? intent.payload : null;
  const preview = intent.kind === 'generate' ? (intent.progress?.preview ?? null) : null;
  const width = shape?.width ?? 1;
  const height = shape?.height ?? 1;
  return (
    <span className={classes.frame} data-tall={height > width || undefined} aria-hidden>
      <span className={classes.box} style={{ aspectRatio: `${width} / ${height}` }}>
        {src ? (
          <AspectPicture
            width={width}
            height={height}
            src={src}
            alt=""
            boxRatio={width / height}
            rounded={false}
            eager
          />
        ) : (
          <span className={classes.empty}>
            <KilnMark size="1.25rem" />
          </span>
        )}
        {glow !== null && <ProgressGlow shape="fill" value={glow} label="" />}
        {intent.kind === 'generate' && intent.stage === 'running' && intent.jobId && preview && (
          <Suspense fallback={null}>
            <LiveThumb jobId={intent.jobId} number={preview} />
          </Suspense>
        )}
      </span>
    </span>
  );
}
