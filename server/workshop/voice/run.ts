import { encodeMp3 } from '../sound/encode.ts';
import { drawWaveform } from '../sound/poster.ts';
import type { ToolRunner } from '../tool.ts';
import { sayText } from './say.ts';

/** Reads a text aloud. */
export const runVoice: ToolRunner = async (task, report) => {
  const { input, seed } = task;
  // From here on the process hears nothing until all is said.
  report(0.02);
  const sound = await sayText(String(input['prompt'] ?? ''), {
    voice: input['voice'],
    timbre: input['timbre'],
    speed: Number(input['speed'] ?? 1),
    pitch: Number(input['pitch'] ?? 50),
  });
  report(0.3);
  const data = await encodeMp3(sound, 96, (part) => report(0.3 + 0.65 * part));
  const poster = await drawWaveform(sound, ['#8fd3a8', '#5aa9e6']);
  const file = { data, poster, mediaType: 'audio/mpeg', width: 0, height: 0 };
  return [{ index: 0, seed, parameters: { ...input }, warnings: [], ...file }];
};
