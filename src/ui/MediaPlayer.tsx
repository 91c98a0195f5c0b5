import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react';
import { AudioPlayer } from './AudioPlayer.tsx';
import classes from './MediaPlayer.module.css';
import { Notice } from './Notice.tsx';

/** Spec 2, section 9. */
const volumes = { video: 0.6, audio: 0.7 } as const;

type PlayFailure = 'aborted' | 'network' | 'damaged' | 'unsupported' | 'encrypted';

/** By the numbers of `MediaError`; what a browser does not explain it cannot play. */
function reasonOf(code: number | undefined): PlayFailure {
  switch (code) {
    case 1:
      return 'aborted';
    case 2:
      return 'network';
    case 3:
      return 'damaged';
    default:
      return 'unsupported';
  }
}

/** Specification 2, section 8: what went wrong, what is safe, what to do. */
function FailureWords({ reason }: { reason: PlayFailure }) {
  switch (reason) {
    case 'aborted':
      return <Trans>Loading was stopped. The file is safe; open it again to play it.</Trans>;
    case 'network':
      return (
        <Trans>
          The connection dropped while it was loading. The file is safe; open it again once you're
          back.
        </Trans>
      );
    case 'damaged':
      return <Trans>This file is damaged and can't be played any further. Make it again.</Trans>;
    case 'encrypted':
      return <Trans>This file is protected, and this browser has no key to play it.</Trans>;
    case 'unsupported':
      return <Trans>This browser can't play this file. Download it to open it elsewhere.</Trans>;
  }
}

/** A film has the browser's own controls, in its language; a sound has ours. */
export function MediaPlayer({
  kind,
  src,
  poster,
  width,
  height,
  label,
  onFailure,
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
  /** It could not be fetched or played: for those who then show something else. */
  onFailure?: () => void;
}) {
  const [failure, setFailure] = useState<{ src: string | null; reason: PlayFailure } | null>(null);
  const film = useRef<HTMLVideoElement>(null);
  const fail = (player: HTMLMediaElement) => {
    setFailure({ src, reason: reasonOf(player.error?.code) });
    onFailure?.();
  };
  const begin = useEffectEvent(() => {
    if (!film.current) return;
    film.current.volume = volumes.video;
    // It loads from the moment that React makes it, and may have failed before React hears of it.
    if (film.current.error) fail(film.current);
  });
  useEffect(() => begin(), [src]);
  if (failure && failure.src === src) {
    return (
      <Notice tone="warn" announce>
        <FailureWords reason={failure.reason} />
      </Notice>
    );
  }
  if (kind === 'audio') {
    return (
      <div className={classes.sound}>
        {poster && <img className={classes.wave} src={poster} alt="" draggable={false} />}
        <AudioPlayer label={label} src={src ?? undefined} volume={volumes.audio} onError={fail} />
      </div>
    );
  }
  const shared = {
    ref: film,
    src: src ?? undefined,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
    onError: ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => fail(currentTarget),
    onEncrypted: () => setFailure({ src, reason: 'encrypted' }),
    // Spec 2, section 5: players hide the browser's own menu.
    onContextMenu: (event: React.MouseEvent) => event.preventDefault(),
  } as const;
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
