import {
  useLayoutEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react';
import { clampVolume, playerCommand } from './player-keys.ts';

/** What a player does and how far it is. */
export interface Playback {
  playing: boolean;
  /** Seconds. */
  at: number;
  duration: number;
  volume: number;
  muted: boolean;
  toggle: () => void;
  seek: (seconds: number) => void;
  setVolume: (volume: number) => void;
  toggleMuted: () => void;
}

const secondsOf = ({ duration }: HTMLMediaElement) => (Number.isFinite(duration) ? duration : 0);

function controlOf(target: EventTarget): 'player' | 'button' | 'slider' {
  if (!(target instanceof Element)) return 'player';
  if (target.closest('input')) return 'slider';
  return target.closest('button') ? 'button' : 'player';
}

/**
 * Everything that a film's controls and a sound's have in common.
 * @param first how it begins
 * @param onFailure it could not be fetched or played
 * @param onFullScreen by a key; left out where there is none
 */
export function usePlayback<Player extends HTMLMediaElement>(
  first: { volume: number; muted: boolean; src: string | undefined },
  onFailure: (player: HTMLMediaElement) => void,
  onFullScreen?: () => void,
) {
  const element = useRef<Player>(null);
  const [playing, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [duration, setDuration] = useState(0);
  const [volume, setVolume] = useState(clampVolume(first.volume));
  const [muted, setMuted] = useState(first.muted);

  const begin = useEffectEvent(() => {
    const player = element.current;
    if (!player) return;
    player.volume = clampVolume(first.volume);
    // It loads from the moment that React makes it, and may have failed or be known before React hears of it.
    if (player.error) onFailure(player);
    else if (secondsOf(player) > 0) setDuration(secondsOf(player));
  });
  // Before anything of it is heard.
  useLayoutEffect(() => begin(), [first.src]);

  const playback: Playback = {
    playing,
    at,
    duration,
    volume,
    muted,
    toggle() {
      const player = element.current;
      if (!player) return;
      // A refusal (no source, no permission yet) shows by itself: the button stays as it is.
      if (player.paused) player.play().catch(() => {});
      else player.pause();
    },
    seek(seconds) {
      const player = element.current;
      if (!player) return;
      const wanted = Math.min(Math.max(0, seconds), secondsOf(player));
      setAt(wanted);
      player.currentTime = wanted;
    },
    setVolume(value) {
      if (!element.current) return;
      element.current.muted = false;
      element.current.volume = clampVolume(value);
    },
    toggleMuted() {
      if (element.current) element.current.muted = !element.current.muted;
    },
  };

  function obey(event: KeyboardEvent): boolean {
    const command = playerCommand(event.key, controlOf(event.target));
    const player = element.current;
    if (!command || !player) return false;
    switch (command.kind) {
      case 'toggle':
        playback.toggle();
        return true;
      case 'seek':
        playback.seek(player.currentTime + command.seconds);
        return true;
      case 'start':
        playback.seek(0);
        return true;
      case 'end':
        playback.seek(secondsOf(player));
        return true;
      case 'louder':
        playback.setVolume((player.muted ? 0 : player.volume) + command.by);
        return true;
      case 'mute':
        playback.toggleMuted();
        return true;
      case 'full-screen':
        onFullScreen?.();
        return onFullScreen !== undefined;
    }
  }

  return {
    element,
    playback,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (obey(event)) event.preventDefault();
    },
    /** What the element tells of itself. */
    events: {
      onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => onFailure(currentTarget),
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onTimeUpdate: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
        setAt(currentTarget.currentTime),
      onDurationChange: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
        setDuration(secondsOf(currentTarget)),
      onVolumeChange: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
        setVolume(currentTarget.volume);
        setMuted(currentTarget.muted);
      },
    },
  };
}
