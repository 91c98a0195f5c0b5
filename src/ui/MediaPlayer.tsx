import { Trans } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import classes from './MediaPlayer.module.css';
import { Notice } from './Notice.tsx';

/** Spec 2, section 9. */
const volumes = { video: 0.6, audio: 0.7 } as const;

/** The name of the Play button and the rest is the browser's own, in its language. */
export function MediaPlayer({
  kind,
  src,
  poster,
  width,
  height,
  label,
}: {
  kind: 'video' | 'audio';
  /** Left out or null while the bytes are still on their way. */
  src: string | null;
  /** A small picture that stands for it. */
  poster: string | null;
  /** Pixels of a film. */
  width: number;
  height: number;
  /** What it is, for those who do not see it. */
  label: string;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const setVolume = useCallback(
    (element: HTMLMediaElement | null) => {
      if (element) element.volume = volumes[kind];
    },
    [kind],
  );
  const shared = {
    ref: setVolume,
    src: src ?? undefined,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
    onError: () => setFailed(src),
    // Spec 2, section 5: players hide the browser's own menu.
    onContextMenu: (event: React.MouseEvent) => event.preventDefault(),
  } as const;
  if (failed !== null && failed === src) {
    return (
      <Notice tone="warn" announce>
        <Trans>This browser can't play this file. Download it to open it elsewhere.</Trans>
      </Notice>
    );
  }
  if (kind === 'audio') {
    return (
      <div className={classes.sound}>
        {poster && <img className={classes.wave} src={poster} alt="" draggable={false} />}
        {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what it says is its prompt, which stands beside it */}
        <audio className={classes.audio} {...shared} controlsList="nodownload noremoteplayback" />
      </div>
    );
  }
  return (
    // eslint-disable-next-line jsx-a11y/media-has-caption -- films made here say nothing
    <video
      className={classes.video}
      style={{ aspectRatio: `${width || 16} / ${height || 9}` }}
      poster={poster ?? undefined}
      width={width || undefined}
      height={height || undefined}
      playsInline
      {...shared}
    />
  );
}
