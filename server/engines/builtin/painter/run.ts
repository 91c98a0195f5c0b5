import sharp from 'sharp';
import { seedMax } from '../../../../src/domain/limits.ts';
import { encodePicture } from '../picture/encode.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';
import { paintPicture } from './paint.ts';
import { planPicture } from './plan.ts';

/** Paints `n` pictures; each has its own seed, one after the other from the job's. */
export const runPainter: ToolRunner = async (task, report) => {
  const { input } = task;
  const width = Number(input['width'] ?? 512);
  const height = Number(input['height'] ?? 512);
  const outputs: ToolOutput[] = [];
  for (let index = 0; index < task.outputs; index += 1) {
    const seed = (Number(task.seed) + index) % (seedMax + 1);
    const plan = planPicture({
      prompt: String(input['prompt'] ?? ''),
      negativePrompt: String(input['negative_prompt'] ?? ''),
      steps: Number(input['steps'] ?? 30),
      cfgScale: Number(input['cfg_scale'] ?? 7),
      seed,
    });
    const pixels = paintPicture(plan, width, height, (part) =>
      report((index + 0.9 * part) / task.outputs),
    );
    const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
    const encoded = await encodePicture(picture, { width, height });
    const parameters = { ...input, n: 1, seed: String(seed) };
    outputs.push({ index, seed: String(seed), parameters, warnings: [], ...encoded });
    report((index + 1) / task.outputs);
  }
  return outputs;
};
