import { createRandom } from '../painter/random.ts';
import { encodeMp3 } from '../sound/encode.ts';
import { drawWaveform, type Tones } from '../sound/poster.ts';
import type { ToolRunner } from '../tool.ts';
import { mixNotes } from './mix.ts';
import { composeScore } from './score.ts';
import { readWish, type Mood } from './words.ts';

const tones: Readonly<Record<Mood, Tones>> = {
  happy: ['#ffb347', '#ff6f61'],
  calm: ['#7fd1c7', '#6aa0e8'],
  sad: ['#6f86c9', '#9b8bb8'],
  epic: ['#f2994a', '#c0392b'],
  dark: ['#8e6bbf', '#c0405a'],
  dreamy: ['#a78bfa', '#6ec6ff'],
  tender: ['#f5a3b7', '#f7c98b'],
};

/** Writes and plays a piece of music. */
export const runMusic: ToolRunner = async (task, report) => {
  const { input } = task;
  const seed = Number(task.seed);
  const seconds = Number(input['duration'] ?? 30);
  const chosen = { style: input['style'], mood: input['mood'], tempo: input['tempo'] };
  const prompt = String(input['prompt'] ?? '');
  const wish = readWish(prompt, chosen, createRandom(seed, 'music-wish'));
  const score = composeScore(wish, seconds, seed);
  report(0.02);
  const wide = wish.style === 'ambient' || wish.style === 'cinematic' || wish.style === 'piano';
  const sound = mixNotes(score.notes, seconds, wide, (part) => report(0.02 + 0.6 * part));
  const data = await encodeMp3(sound, 160, (part) => report(0.62 + 0.36 * part));
  const poster = await drawWaveform(sound, tones[wish.mood]);
  const { style, mood, tempo } = wish;
  const parameters = { ...input, style, mood, tempo, seed: task.seed };
  const file = { data, poster, mediaType: 'audio/mpeg', width: 0, height: 0 };
  return [{ index: 0, seed: task.seed, parameters, warnings: [], ...file }];
};
