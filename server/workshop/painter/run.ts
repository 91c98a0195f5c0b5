import sharp from 'sharp';
import { seedMax } from '../../../src/domain/limits.ts';
import { applyLooks } from '../looks/apply.ts';
import { looksOf } from '../looks/looks.ts';
import { fromSurface, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { styleBeside } from '../same-style/open-style.ts';
import { takeStyle } from '../same-style/style.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';
import { paintPicture } from './paint.ts';
import { planPicture } from './plan.ts';
import { inStyle } from './styles.ts';
import type { Surface } from './surface.ts';

function dressed(
  data: Buffer,
  width: number,
  height: number,
  dress: (surface: Surface) => void,
): ReturnType<typeof fromSurface> {
  const surface = toSurface({ data, width, height, channels: 3, warnings: [] });
  dress(surface);
  return fromSurface(surface);
}

/** Paints `n` pictures; each has its own seed, one after the other from the job's. */
export const runPainter: ToolRunner = async (task, report) => {
  const { input } = task;
  const width = Number(input['width'] ?? 512);
  const height = Number(input['height'] ?? 512);
  const styled = inStyle(
    input['sd_style'],
    String(input['prompt'] ?? ''),
    String(input['negative_prompt'] ?? ''),
  );
  const looks = [...styled.looks, ...looksOf(input['loras'])];
  const trained = await styleBeside(task);
  const plain = looks.length === 0 && !trained;
  const outputs: ToolOutput[] = [];
  for (let index = 0; index < task.outputs; index += 1) {
    const seed = (Number(task.seed) + index) % (seedMax + 1);
    const plan = planPicture({
      prompt: styled.prompt,
      negativePrompt: styled.negativePrompt,
      steps: Number(input['steps'] ?? 30),
      cfgScale: Number(input['cfg_scale'] ?? 7),
      seed,
    });
    const pixels = paintPicture(plan, width, height, (part) =>
      report((index + (plain ? 0.9 : 0.6) * part) / task.outputs),
    );
    const picture = plain
      ? sharp(pixels, { raw: { width, height, channels: 3 } })
      : dressed(Buffer.from(pixels), width, height, (surface) => {
          if (trained) takeStyle(surface, trained.style, trained.amount, () => undefined);
          applyLooks(surface, looks, seed, (part) =>
            report((index + 0.6 + 0.3 * part) / task.outputs),
          );
        });
    const encoded = await encodePicture(picture, { width, height });
    const parameters = { ...input, ...trained?.parameters, n: 1, seed: String(seed) };
    outputs.push({ index, seed: String(seed), parameters, warnings: [], ...encoded });
    report((index + 1) / task.outputs);
  }
  return outputs;
};
