import { useLingui } from '@lingui/react/macro';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import classes from './AudioPlayer.module.css';

/** `1:05`; the same in both languages. */
function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * A sound with controls of our own. The browser's would bring a menu that offers what a work has elsewhere,
 * and downloads it under a name that says nothing.
 */
export function AudioPlayer({
  label,
  volume: firstVolume,
  src,
  onError,
}: {
  /** What is heard. */
  label: string;
  /** 0 to 1, to begin with. */
  volume: number;
  src: string | undefined;
  onError: (player: HTMLAudioElement) => void;
}) {
  const { t } = useLingui();
  const player = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [duration, setDuration] = useState(0);
  const [volume, setVolume] = useState(firstVolume);
  const [muted, setMuted] = useState(false);
  const begin = useCallback(
    (element: HTMLAudioElement | null) => {
      player.current = element;
      if (!element) return;
      element.volume = firstVolume;
      // React does not know the attribute.
      element.disableRemotePlayback = true;
    },
    [firstVolume],
  );

  const catchUp = useEffectEvent(() => {
    const element = player.current;
    if (element?.error) onError(element);
    else if (Number.isFinite(element?.duration)) setDuration(element?.duration ?? 0);
  });
  // It loads from the moment that React makes it, and may have failed or be known before React hears of it.
  useEffect(() => catchUp(), []);

  function toggle() {
    const element = player.current;
    if (!element) return;
    // A refusal (no source, no permission yet) shows by itself: the button stays as it is.
    if (element.paused) element.play().catch(() => {});
    else element.pause();
  }

  const position = t({
    message: `${clock(at)} of ${clock(duration)}`,
    comment: 'Place in a sound, and how long it is, in minutes and seconds',
  });

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing is done here: specification 2, section 5 wants the browser's menu away
    <div
      className={classes.player}
      role="group"
      aria-label={label}
      onContextMenu={(event) => event.preventDefault()}
    >
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- what it says is its prompt, which stands beside it */}
      <audio
        ref={begin}
        src={src}
        preload="metadata"
        aria-label={label}
        controlsList="nodownload nofullscreen noremoteplayback"
        onError={({ currentTarget }) => onError(currentTarget)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onDurationChange={({ currentTarget }) =>
          setDuration(Number.isFinite(currentTarget.duration) ? currentTarget.duration : 0)
        }
        onVolumeChange={({ currentTarget }) => {
          setVolume(currentTarget.volume);
          setMuted(currentTarget.muted);
        }}
      />
      <IconButton
        label={
          playing
            ? t({ message: 'Pause', comment: 'Button: stops a sound for a while' })
            : t({ message: 'Play', comment: 'Button: a sound' })
        }
        disabled={src === undefined}
        icon={
          playing ? (
            <IconPlayerPauseFilled size={22} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={22} aria-hidden />
          )
        }
        onClick={toggle}
      />
      <input
        className={classes.position}
        type="range"
        aria-label={t({ message: 'Position', comment: 'Slider: place in a sound' })}
        aria-valuetext={position}
        min={0}
        max={duration || 1}
        step={0.1}
        value={Math.min(at, duration || 1)}
        disabled={duration === 0}
        onChange={({ currentTarget: { valueAsNumber } }) => {
          setAt(valueAsNumber);
          if (player.current) player.current.currentTime = valueAsNumber;
        }}
      />
      <span className={classes.time} aria-hidden>
        {clock(at)} / {clock(duration)}
      </span>
      <IconButton
        label={
          muted
            ? t({ message: 'Sound on', comment: 'Button: ends the silence of a player' })
            : t({ message: 'Sound off', comment: 'Button: a player goes on in silence' })
        }
        icon={
          muted ? (
            <IconVolumeOff size={22} stroke={1.75} aria-hidden />
          ) : (
            <IconVolume size={22} stroke={1.75} aria-hidden />
          )
        }
        onClick={() => {
          if (player.current) player.current.muted = !muted;
        }}
      />
      <input
        className={classes.volume}
        type="range"
        aria-label={t({ message: 'Volume', comment: 'Slider: how loud' })}
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        onChange={({ currentTarget: { valueAsNumber } }) => {
          if (!player.current) return;
          player.current.muted = false;
          player.current.volume = valueAsNumber;
        }}
      />
    </div>
  );
}
