import { encodeMp3 } from '../sound/encode.ts';
import { drawWaveform } from '../sound/poster.ts';
import type { ToolRunner } from '../tool.ts';
import { playMusic } from './play.ts';

/** Writes and plays a piece of music. */
export const runMusic: ToolRunner = async (task, report) => {
  const { input } = task;
  const chosen = { style: input['style'], mood: input['mood'], tempo: input['tempo'] };
  const wanted = { seconds: Number(input['duration'] ?? 30), seed: Number(task.seed) };
  const { sound, wish, tones } = playMusic(String(input['prompt'] ?? ''), chosen, wanted, (part) =>
    report(0.62 * part),
  );
  const data = await encodeMp3(sound, 160, (part) => report(0.62 + 0.36 * part));
  const poster = await drawWaveform(sound, tones);
  const { style, mood, tempo } = wish;
  const parameters = { ...input, style, mood, tempo, seed: task.seed };
  const file = { data, poster, mediaType: 'audio/mpeg', width: 0, height: 0 };
  return [{ index: 0, seed: task.seed, parameters, warnings: [], ...file }];
};
