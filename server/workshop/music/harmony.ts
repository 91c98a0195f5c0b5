import type { Mood, Style } from './words.ts';

/** Semitones of the seven steps above the tonic. */
export const scales = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
} as const;
export type ScaleName = keyof typeof scales;

export const moodScale: Readonly<Record<Mood, readonly ScaleName[]>> = {
  happy: ['major'],
  calm: ['major', 'lydian'],
  sad: ['minor'],
  epic: ['minor'],
  dark: ['minor'],
  dreamy: ['lydian', 'dorian', 'major'],
  tender: ['major'],
};

/** Steps of the scale, counted from 1, one chord a bar. */
const majorLoops = [
  [1, 5, 6, 4],
  [1, 6, 4, 5],
  [6, 4, 1, 5],
  [1, 3, 4, 5],
  [4, 1, 5, 6],
  [1, 4, 2, 5],
] as const;
const minorLoops = [
  [1, 6, 3, 7],
  [1, 4, 6, 7],
  [6, 7, 1, 1],
  [1, 7, 6, 7],
  [1, 3, 7, 4],
] as const;
const stillLoops = [
  [1, 1, 4, 4],
  [1, 2, 1, 2],
  [1, 4, 6, 4],
  [4, 4, 1, 1],
] as const;
const jazzLoops = [
  [2, 5, 1, 6],
  [4, 3, 2, 1],
  [1, 6, 2, 5],
  [4, 5, 3, 6],
] as const;

export type Loop = readonly [number, number, number, number];

/** Chord sequences that suit a scale and a style; sections choose different ones of them. */
export function loopsFor(scale: ScaleName, style: Style): readonly Loop[] {
  if (style === 'lofi' && scale !== 'minor') return jazzLoops;
  if (style === 'ambient') return scale === 'minor' ? minorLoops : stillLoops;
  return scale === 'minor' || scale === 'dorian' ? minorLoops : majorLoops;
}

/** A step of a scale, counted from 0, in any octave, as semitones above the tonic. */
export function semitones(scale: ScaleName, step: number): number {
  const octave = Math.floor(step / 7);
  return scales[scale][step - octave * 7]! + 12 * octave;
}

/** The steps that a pentatonic melody uses, counted from 0. */
export function pentatonic(scale: ScaleName): readonly number[] {
  return scale === 'minor' || scale === 'dorian' ? [0, 2, 3, 4, 6] : [0, 1, 2, 4, 5];
}

/**
 * Voices a chord near the one before, so that its tones move little.
 * @param degree counted from 1
 * @param before MIDI notes of the last voicing; empty at the start
 * @returns MIDI notes, lowest first
 */
export function voiceChord(
  key: { tonic: number; scale: ScaleName },
  degree: number,
  before: readonly number[],
  options: { seventh: boolean; centre: number },
): number[] {
  const steps = options.seventh ? [0, 2, 4, 6] : [0, 2, 4];
  const tones = steps.map((step) => (key.tonic + semitones(key.scale, degree - 1 + step)) % 12);
  const around =
    before.length > 0 ? before : [options.centre - 4, options.centre, options.centre + 4];
  const centre = (around.reduce((sum, note) => sum + note, 0) / around.length + options.centre) / 2;
  return tones
    .map((tone) => {
      const nearest = Math.round((centre - tone) / 12) * 12 + tone;
      return nearest;
    })
    .toSorted((one, other) => one - other);
}
