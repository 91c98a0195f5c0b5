import type { Style } from './words.ts';

/** Who plays what in a style; null leaves a part out. */
export interface Band {
  lead: string;
  /** Joins the lead in choruses, an octave away. */
  second: string | null;
  chords: string;
  comping: 'held' | 'pulse' | 'broken' | 'strum' | 'offbeat';
  pad: string | null;
  bass: string | null;
  bassLine: 'root' | 'walking' | 'octaves' | 'long';
  drums: 'pop' | 'house' | 'lofi' | 'taiko' | 'soft' | 'chip' | null;
  sevenths: boolean;
  /** Octaves that the melody stands above the tonic. */
  height: number;
  /** 0…0.33 of an eighth that every second one comes late. */
  swing: number;
}

/** The band of each style. */
export const bands: Readonly<Record<Style, Band>> = {
  pop: {
    lead: 'synth',
    second: 'bell',
    chords: 'piano',
    comping: 'pulse',
    pad: 'pad',
    bass: 'bass',
    bassLine: 'root',
    drums: 'pop',
    sevenths: false,
    height: 1,
    swing: 0,
  },
  piano: {
    lead: 'piano',
    second: null,
    chords: 'piano',
    comping: 'broken',
    pad: 'strings',
    bass: null,
    bassLine: 'long',
    drums: null,
    sevenths: false,
    height: 1,
    swing: 0,
  },
  ambient: {
    lead: 'bell',
    second: null,
    chords: 'pad',
    comping: 'held',
    pad: 'strings',
    bass: 'sub',
    bassLine: 'long',
    drums: null,
    sevenths: true,
    height: 1,
    swing: 0,
  },
  lofi: {
    lead: 'pluck',
    second: null,
    chords: 'epiano',
    comping: 'offbeat',
    pad: null,
    bass: 'sub',
    bassLine: 'walking',
    drums: 'lofi',
    sevenths: true,
    height: 1,
    swing: 0.3,
  },
  electronic: {
    lead: 'saw',
    second: 'bell',
    chords: 'supersaw',
    comping: 'offbeat',
    pad: 'pad',
    bass: 'bass',
    bassLine: 'octaves',
    drums: 'house',
    sevenths: false,
    height: 1,
    swing: 0,
  },
  cinematic: {
    lead: 'horn',
    second: 'strings',
    chords: 'strings',
    comping: 'held',
    pad: 'pad',
    bass: 'sub',
    bassLine: 'long',
    drums: 'taiko',
    sevenths: false,
    height: 1,
    swing: 0,
  },
  guofeng: {
    lead: 'flute',
    second: 'pluck',
    chords: 'pluck',
    comping: 'broken',
    pad: 'pad',
    bass: 'sub',
    bassLine: 'long',
    drums: 'soft',
    sevenths: false,
    height: 1,
    swing: 0,
  },
  folk: {
    lead: 'flute',
    second: null,
    chords: 'guitar',
    comping: 'strum',
    pad: null,
    bass: 'bass',
    bassLine: 'root',
    drums: 'soft',
    sevenths: false,
    height: 1,
    swing: 0.08,
  },
  chiptune: {
    lead: 'square',
    second: 'square',
    chords: 'square',
    comping: 'broken',
    pad: null,
    bass: 'triangle',
    bassLine: 'octaves',
    drums: 'chip',
    sevenths: false,
    height: 1,
    swing: 0,
  },
};
