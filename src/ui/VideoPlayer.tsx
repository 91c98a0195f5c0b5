import { useLingui } from '@lingui/react/macro';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { useFullScreen } from './useFullScreen.ts';
import { usePlayback } from './usePlayback.ts';
import classes from './VideoPlayer.module.css';

/** Controls that nobody used for so long make room for the film that plays. */
const controlsRestMs = 2_500;

/**
 * A film with controls of our own, in the app's language; the browser's speak that of the device. Space plays, arrows
 * move and change the volume, M silences, F fills the screen.
 */
export function VideoPlayer({
  label,
  src,
  poster,
  width,
  height,
  controls = true,
  autoplay = false,
  loop = false,
  muted = false,
  volume = 0.6,
  bgColor = 'transparent',
  boxWidth = '100%',
  onError,
  onEncrypted,
}: {
  /** What is seen. */
  label: string;
  src: string | undefined;
  poster?: string | undefined;
  /** Pixels of the film; 0 where that is not known. */
  width: number;
  height: number;
  controls?: boolean;
  autoplay?: boolean;
  loop?: boolean;
  muted?: boolean;
  /** 0 to 1, to begin with. */
  volume?: number;
  /** Behind a film that does not fill its box. */
  bgColor?: string;
  boxWidth?: string | number;
  onError: (player: HTMLMediaElement) => void;
  onEncrypted: () => void;
}) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const { isFull, toggle: toggleFull } = useFullScreen(box);
  const { element, playback, events, onKeyDown } = usePlayback<HTMLVideoElement>(
    { volume, muted, src },
    onError,
    toggleFull ?? undefined,
  );
  const [isResting, setResting] = useState(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wake = () => {
    setResting(false);
    clearTimeout(rest.current);
    rest.current = setTimeout(setResting, controlsRestMs, true);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls within, and specification 2, section 5 wants the browser's menu away
    <div
      ref={box}
      className={classes.player}
      style={{ width: boxWidth, background: bgColor }}
      data-full={isFull || undefined}
      data-resting={(playback.playing && isResting) || undefined}
      role="group"
      aria-label={t({ message: 'Player', comment: 'A video with its controls' })}
      onKeyDown={(event) => {
        wake();
        onKeyDown(event);
      }}
      onPointerMove={wake}
      onPointerDown={wake}
      onContextMenu={(event) => event.preventDefault()}
    >
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- films made here say nothing */}
      <video
        ref={element}
        className={classes.video}
        style={{ aspectRatio: `${width || 16} / ${height || 9}` }}
        src={src}
        poster={poster}
        width={width || undefined}
        height={height || undefined}
        preload="metadata"
        playsInline
        autoPlay={autoplay}
        loop={loop}
        muted={muted}
        aria-label={label}
        // Its keys work from here as well.
        tabIndex={0}
        onClick={controls ? playback.toggle : undefined}
        onEncrypted={onEncrypted}
        {...events}
      />
      {controls && (
        <div className={classes.controls} data-player-controls>
          <PlayerBar playback={playback} disabled={src === undefined}>
            {toggleFull && (
              <IconButton
                label={
                  isFull
                    ? t({ message: 'Leave full screen', comment: 'Button' })
                    : t({ message: 'Full screen', comment: 'Button' })
                }
                icon={
                  isFull ? (
                    <IconMinimize size={22} stroke={1.75} aria-hidden />
                  ) : (
                    <IconMaximize size={22} stroke={1.75} aria-hidden />
                  )
                }
                onClick={toggleFull}
              />
            )}
          </PlayerBar>
        </div>
      )}
    </div>
  );
}
