import { Trans } from '@lingui/react/macro';
import classes from './AudioPlayer.module.css';
import { PlayerBar } from './PlayerBar.tsx';
import { usePlayback } from './usePlayback.ts';

/**
 * A sound with controls of our own. The browser's would bring a menu that offers what a work has elsewhere,
 * and downloads it under a name that says nothing. Space plays, arrows move and change the volume, M silences.
 */
export function AudioPlayer({
  label,
  src,
  autoplay = false,
  loop = false,
  muted = false,
  volume = 0.7,
  onError,
}: {
  /** What is heard. */
  label: string;
  src: string | undefined;
  autoplay?: boolean;
  loop?: boolean;
  muted?: boolean;
  /** 0 to 1, to begin with. */
  volume?: number;
  onError: (player: HTMLMediaElement) => void;
}) {
  const { element, playback, events, onKeyDown } = usePlayback<HTMLAudioElement>(
    { volume, muted, src },
    onError,
  );
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls within, and specification 2, section 5 wants the browser's menu away
    <div
      className={classes.player}
      role="group"
      aria-label={label}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what it says is its prompt, which stands beside it */}
      <audio
        ref={element}
        src={src}
        preload="metadata"
        autoPlay={autoplay}
        loop={loop}
        muted={muted}
        aria-label={label}
        controlsList="nodownload nofullscreen noremoteplayback"
        // React's types know it of films only.
        {...{ disableRemotePlayback: true }}
        {...events}
      >
        <Trans>This browser can't play sounds.</Trans>
      </audio>
      <PlayerBar playback={playback} disabled={src === undefined} />
    </div>
  );
}
