import { useLingui } from '@lingui/react/macro';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import classes from './PlayerBar.module.css';
import type { Playback } from './usePlayback.ts';

/** `1:05`; the same in both languages. */
function clock(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The controls of a player, of a film and of a sound alike. */
export function PlayerBar({
  playback,
  disabled,
  children,
}: {
  playback: Playback;
  /** Nothing to play yet. */
  disabled: boolean;
  /** More buttons, at the end. */
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const { playing, at, duration, volume, muted } = playback;
  const position = t({
    message: `${clock(at)} of ${clock(duration)}`,
    comment: 'Place in a sound, and how long it is, in minutes and seconds',
  });
  return (
    <div className={classes.bar}>
      <IconButton
        label={
          playing
            ? t({ message: 'Pause', comment: 'Button: stops a sound for a while' })
            : t({ message: 'Play', comment: 'Button: a sound' })
        }
        disabled={disabled}
        icon={
          playing ? (
            <IconPlayerPauseFilled size={22} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={22} aria-hidden />
          )
        }
        onClick={playback.toggle}
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
        onChange={({ currentTarget: { valueAsNumber } }) => playback.seek(valueAsNumber)}
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
        onClick={playback.toggleMuted}
      />
      <input
        className={classes.volume}
        type="range"
        aria-label={t({ message: 'Volume', comment: 'Slider: how loud' })}
        min={0}
        max={1}
        step={0.05}
        value={muted ? 0 : volume}
        onChange={({ currentTarget: { valueAsNumber } }) => playback.setVolume(valueAsNumber)}
      />
      {children}
    </div>
  );
}
