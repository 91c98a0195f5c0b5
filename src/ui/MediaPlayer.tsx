import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { AudioPlayer } from './AudioPlayer.tsx';
import classes from './MediaPlayer.module.css';
import { Notice } from './Notice.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

type PlayFailure = 'aborted' | 'network' | 'damaged' | 'unsupported' | 'no-source' | 'encrypted';

/**
 * By the numbers of `MediaError`; what a browser does not explain it cannot play.
 * @param mediaType what the file is, where that is known: a kind that this browser plays is not the reason
 */
function reasonOf(player: HTMLMediaElement, mediaType: string | undefined): PlayFailure {
  switch (player.error?.code) {
    case 1:
      return 'aborted';
    case 2:
      return 'network';
    case 3:
      return 'damaged';
    default:
      return mediaType && player.canPlayType(mediaType) !== '' ? 'no-source' : 'unsupported';
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
    case 'no-source':
      return (
        <Trans>
          There is nothing in this file that can be played. Open it again; if that doesn't help,
          make it again.
        </Trans>
      );
    case 'encrypted':
      return <Trans>This file is protected, and this browser has no key to play it.</Trans>;
    case 'unsupported':
      return <Trans>This browser can't play this file. Download it to open it elsewhere.</Trans>;
  }
}

const mayHelpAgain: ReadonlySet<PlayFailure> = new Set(['aborted', 'network', 'no-source']);

/** A film or a sound with its controls, or why it can't be played and what to do. */
export function MediaPlayer({
  kind,
  src,
  poster,
  width,
  height,
  label,
  mediaType,
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
  /** Where it is known. */
  mediaType?: string;
  /** It could not be fetched or played: for those who then show something else. */
  onFailure?: () => void;
}) {
  const [failure, setFailure] = useState<{ src: string | null; reason: PlayFailure } | null>(null);
  const fail = (player: HTMLMediaElement) => {
    setFailure({ src, reason: reasonOf(player, mediaType) });
    onFailure?.();
  };
  if (failure && failure.src === src) {
    return (
      <Notice
        tone="warn"
        announce
        actions={
          mayHelpAgain.has(failure.reason) && (
            <Button variant="default" onClick={() => setFailure(null)}>
              <Trans comment="Button: does again what failed">Try again</Trans>
            </Button>
          )
        }
      >
        <FailureWords reason={failure.reason} />
      </Notice>
    );
  }
  if (kind === 'audio') {
    return (
      <div className={classes.sound}>
        {poster && <img className={classes.wave} src={poster} alt="" draggable={false} />}
        <AudioPlayer label={label} src={src ?? undefined} onError={fail} />
      </div>
    );
  }
  return (
    <VideoPlayer
      label={label}
      src={src ?? undefined}
      poster={poster ?? undefined}
      width={width}
      height={height}
      onError={fail}
      onEncrypted={() => setFailure({ src, reason: 'encrypted' })}
    />
  );
}
