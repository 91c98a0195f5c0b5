import type { Loop, ScaleName } from './harmony.ts';

/** Times in sixteenths of a bar; steps of the scale above the tonic of the melody's octave. */
export interface MelodyNote {
  bar: number;
  at: number;
  length: number;
  step: number;
  accent: boolean;
}

export type SectionName = 'intro' | 'verse' | 'chorus' | 'bridge' | 'outro';

export interface Section {
  name: SectionName;
  /** How many of its name came before. */
  turn: number;
  bars: number;
  /** Seconds from the beginning of the piece. */
  start: number;
  loop: Loop;
  melody: readonly MelodyNote[];
  /** 0…1 */
  energy: number;
}

export interface Key {
  /** MIDI note, 48…59. */
  tonic: number;
  scale: ScaleName;
}

/** One sound at one time. */
export interface Note {
  instrument: string;
  /** Seconds. */
  start: number;
  length: number;
  /** MIDI, 60 is middle C; drums ignore it. */
  pitch: number;
  /** 0…1 */
  velocity: number;
}
