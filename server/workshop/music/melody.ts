import type { Random } from '../painter/random.ts';
import { pentatonic, type Loop } from './harmony.ts';
import type { Key, MelodyNote, SectionName } from './notation.ts';
import type { Style } from './words.ts';

/** Lengths in sixteenths, 16 in all; negative ones are rests. */
const rhythms: Readonly<Record<'calm' | 'flowing' | 'lively', readonly (readonly number[])[]>> = {
  calm: [
    [8, 8],
    [6, 2, 8],
    [4, 4, 8],
    [8, 4, 4],
    [12, 4],
  ],
  flowing: [
    [4, 4, 4, 4],
    [6, 2, 4, 4],
    [4, 2, 2, 4, 4],
    [-2, 2, 4, 4, 4],
    [4, 4, 2, 2, 4],
    [6, 2, 6, 2],
  ],
  lively: [
    [2, 2, 4, 2, 2, 4],
    [3, 3, 2, 4, 4],
    [-2, 2, 2, 2, 4, 4],
    [4, 2, 2, 2, 2, 4],
    [3, 3, 2, 3, 3, 2],
    [2, 2, 2, 2, 4, 4],
  ],
};

const densities: Readonly<
  Record<Style, readonly ['calm' | 'flowing' | 'lively', 'calm' | 'flowing' | 'lively']>
> = {
  pop: ['flowing', 'lively'],
  piano: ['calm', 'flowing'],
  ambient: ['calm', 'calm'],
  lofi: ['calm', 'flowing'],
  electronic: ['flowing', 'lively'],
  cinematic: ['calm', 'flowing'],
  guofeng: ['calm', 'flowing'],
  folk: ['flowing', 'lively'],
  chiptune: ['lively', 'lively'],
};

/** Lowest and highest step of a tune: an octave and a half. */
const lowest = -3;
const highest = 9;

/** The step nearest to a wish among those allowed. */
function nearest(wish: number, allowed: (step: number) => boolean): number {
  for (let away = 0; away < 8; away += 1) {
    for (const step of [wish + away, wish - away]) {
      if (step >= lowest && step <= highest && allowed(step)) return step;
    }
  }
  return wish;
}

const inOctave = (step: number): number => ((step % 7) + 7) % 7;

/**
 * A tune over a phrase: a motif of one bar, repeated and changed as phrases do (a, a′, b, a″). Strong beats
 * meet the chord, what lies between walks along the scale, the end comes to rest on the chord.
 */
export function composeMelody(
  key: Key,
  loop: Loop,
  wish: { bars: number; style: Style; section: SectionName },
  random: Random,
): MelodyNote[] {
  const [quiet, full] = densities[wish.style];
  const pool = rhythms[wish.section === 'chorus' ? full : quiet];
  const motif = random.pick(pool);
  const answer = random.pick(pool);
  const ending = random.pick(rhythms.calm);
  const contour = motif.map(() => random.pick([-2, -1, -1, 1, 1, 2, 0]));
  const turned = answer.map(() => random.pick([-2, -1, 1, 1, 2, 3]));
  const five = wish.style === 'guofeng' ? pentatonic(key.scale) : null;
  const allowed = (step: number): boolean => !five || five.includes(inOctave(step));
  const notes: MelodyNote[] = [];
  let step = wish.section === 'chorus' ? 4 : 2;
  for (let bar = 0; bar < wish.bars; bar += 1) {
    const last = bar === wish.bars - 1;
    const middle = wish.bars === 4 && bar === 2;
    const rhythm = last ? ending : middle ? answer : motif;
    const shape = middle ? turned : contour;
    const root = loop[bar % 4]! - 1;
    const chord = [root, root + 2, root + 4].map(inOctave);
    const meets = (wished: number): boolean => allowed(wished) && chord.includes(inOctave(wished));
    let at = 0;
    for (const [index, length] of rhythm.entries()) {
      const sounding = Math.abs(length);
      if (length > 0) {
        const strong = at % 8 === 0;
        const ends = last && index === rhythm.length - 1;
        const moved = step + (shape[index % shape.length] ?? 0);
        // A pentatonic chord may lack a tone: then any of the five.
        const open = strong || ends ? meets : allowed;
        step = nearest(Math.min(highest, Math.max(lowest, moved)), open);
        notes.push({ bar, at, length: sounding, step, accent: strong });
      }
      at += sounding;
    }
  }
  return notes;
}
