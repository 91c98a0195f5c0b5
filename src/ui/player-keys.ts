/** What a key asks of a player. */
export type PlayerCommand =
  | { kind: 'toggle' }
  | { kind: 'seek'; seconds: number }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'louder'; by: number }
  | { kind: 'mute' }
  | { kind: 'full-screen' };

const seekSeconds = 5;
const volumeStep = 0.05;

const commands: Readonly<Record<string, PlayerCommand>> = {
  ' ': { kind: 'toggle' },
  k: { kind: 'toggle' },
  ArrowLeft: { kind: 'seek', seconds: -seekSeconds },
  ArrowRight: { kind: 'seek', seconds: seekSeconds },
  ArrowUp: { kind: 'louder', by: volumeStep },
  ArrowDown: { kind: 'louder', by: -volumeStep },
  Home: { kind: 'start' },
  End: { kind: 'end' },
  m: { kind: 'mute' },
  f: { kind: 'full-screen' },
};

/**
 * By the keys that players have everywhere. Buttons keep the space bar, sliders the keys that move them.
 * @param on the control that has the focus
 */
export function playerCommand(
  key: string,
  on: 'player' | 'button' | 'slider',
): PlayerCommand | null {
  const command = commands[key.length === 1 ? key.toLowerCase() : key] ?? null;
  if (on === 'button' && key === ' ') return null;
  if (on === 'slider' && key.length > 1) return null;
  return command;
}

/** Specification 2, section 5: a volume is 0 to 1. */
export const clampVolume = (volume: number): number =>
  Number.isFinite(volume) ? Math.min(1, Math.max(0, volume)) : 1;
