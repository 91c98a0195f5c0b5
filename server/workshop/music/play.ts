import { createRandom } from '../painter/random.ts';
import type { Stereo } from '../sound/encode.ts';
import type { Tones } from '../sound/poster.ts';
import { mixNotes } from './mix.ts';
import { composeScore } from './score.ts';
import { readWish, type Mood, type MusicWish } from './words.ts';

/** Colours of a mood. */
const tones: Readonly<Record<Mood, Tones>> = {
  happy: ['#ffb347', '#ff6f61'],
  calm: ['#7fd1c7', '#6aa0e8'],
  sad: ['#6f86c9', '#9b8bb8'],
  epic: ['#f2994a', '#c0392b'],
  dark: ['#8e6bbf', '#c0405a'],
  dreamy: ['#a78bfa', '#6ec6ff'],
  tender: ['#f5a3b7', '#f7c98b'],
};

/** Styles that stand in a large room. */
const wideStyles: ReadonlySet<string> = new Set(['ambient', 'cinematic', 'piano']);

/** Writes a piece by its words and plays it. */
export function playMusic(
  prompt: string,
  chosen: Parameters<typeof readWish>[1],
  { seconds, seed }: { seconds: number; seed: number },
  report: (fraction: number) => void,
): { sound: Stereo; wish: MusicWish; tones: Tones } {
  const wish = readWish(prompt, chosen, createRandom(seed, 'music-wish'));
  const { notes } = composeScore(wish, seconds, seed);
  const sound = mixNotes(notes, seconds, wideStyles.has(wish.style), report);
  return { sound, wish, tones: tones[wish.mood] };
}
