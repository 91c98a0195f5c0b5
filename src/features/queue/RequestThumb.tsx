import { lazy, Suspense } from 'react';
import type { Intent } from '../../domain/intent.ts';
import { AspectPicture } from '../../ui/AspectPicture.tsx';
import { KilnLogo } from '../../ui/KilnLogo.tsx';
import { ProgressGlow } from '../../ui/ProgressGlow.tsx';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import classes from './RequestThumb.module.css';
import { useRequestPicture } from '../../live/useRequestPicture.ts';

/** Not before an engine has something to show. */
const LiveThumb = lazy(() =>
  import('./LiveThumb.tsx').then((module) => ({ default: module.LiveThumb })),
);

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
  const src = useObjectUrl(useRequestPicture(intent));
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
            <KilnLogo size="1.25rem" />
          </span>
        )}
        {glow !== null && <ProgressGlow shape="fill" value={glow} label="" />}
        {intent.kind === 'generate' && intent.stage === 'running' && preview && (
          <Suspense fallback={null}>
            <LiveThumb request={intent} number={preview} />
          </Suspense>
        )}
      </span>
    </span>
  );
}
