import sharp from 'sharp';
import { seedMax } from '../../../src/domain/limits.ts';
import { openMasked } from '../erase/run.ts';
import { boxOfHoles, fillHoles, type Pixels } from '../fill/fill.ts';
import { depthOfHoles } from '../fill/level.ts';
import { clamp01, smoothstep } from '../painter/noise.ts';
import { paintPicture } from '../painter/paint.ts';
import { planPicture } from '../painter/plan.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import type { ToolOutput, ToolRunner, ToolTask } from '../tool.ts';

/** The painter composes no smaller than this. */
const paintedMinSide = 192;

/** How far the painting's tones go towards those of the photo around it. */
const toneShare = 0.4;

/** What the words say, as large as the box. */
async function paintFor(
  task: ToolTask,
  seed: number,
  size: { width: number; height: number },
  report: (part: number) => void,
): Promise<Uint8Array> {
  const { input } = task;
  const plan = planPicture({
    prompt: String(input['prompt'] ?? ''),
    negativePrompt: String(input['negative_prompt'] ?? ''),
    steps: 25,
    cfgScale: Number(input['cfg_scale'] ?? 7),
    seed,
  });
  const width = Math.max(paintedMinSide, size.width);
  const height = Math.max(paintedMinSide, size.height);
  const painted = paintPicture(plan, width, height, report);
  if (width === size.width && height === size.height) return painted;
  return sharp(painted, { raw: { width, height, channels: 3 } })
    .resize({ ...size, fit: 'cover' })
    .raw()
    .toBuffer();
}

/** Lays a painting over what is marked, in place: soft at the rim, its mean tone led towards the photo's. */
function layIn(
  ground: Pixels,
  marked: Uint8Array,
  painted: Uint8Array,
  box: { left: number; top: number; width: number; height: number },
  feather: number,
): void {
  const { width, height, data } = ground;
  const depth = depthOfHoles(marked, width, height);
  const shift = [0, 0, 0];
  let count = 0;
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const pixel = (box.top + y) * width + box.left + x;
      // The rim, where photo and painting meet.
      if (!marked[pixel] || depth[pixel]! > Math.max(3, feather)) continue;
      count += 1;
      for (let part = 0; part < 3; part += 1)
        shift[part]! += data[pixel * 3 + part]! - painted[(y * box.width + x) * 3 + part]!;
    }
  }
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const pixel = (box.top + y) * width + box.left + x;
      if (!marked[pixel]) continue;
      const share = feather > 0 ? smoothstep(0, feather, depth[pixel]!) : 1;
      for (let part = 0; part < 3; part += 1) {
        const own = painted[(y * box.width + x) * 3 + part]!;
        const toned = 255 * clamp01((own + (toneShare * shift[part]!) / Math.max(1, count)) / 255);
        const under = data[pixel * 3 + part]!;
        data[pixel * 3 + part] = Math.round(under + (toned - under) * share);
      }
    }
  }
}

/** Fills what is marked from its surroundings; with words, paints them over that. */
export const runInpaint: ToolRunner = async (task, report) => {
  const { picture, marked, warnings } = await openMasked(task);
  const { width, height } = picture;
  const hasWords = String(task.input['prompt'] ?? '').trim() !== '';
  report(0.04);
  const outputs: ToolOutput[] = [];
  for (let index = 0; index < task.outputs; index += 1) {
    const seed = (Number(task.seed) + index) % (seedMax + 1);
    const tell = (part: number): void => report(0.04 + (0.94 * (index + part)) / task.outputs);
    const data = fillHoles(picture, marked, seed, (part) => tell(part * (hasWords ? 0.5 : 1)));
    if (hasWords) {
      const box = boxOfHoles(marked, width, height)!;
      const painted = await paintFor(task, seed, box, (part) => tell(0.5 + 0.45 * part));
      const feather = Number(task.input['feather'] ?? 0);
      layIn({ data, width, height }, marked, painted, box, feather);
    }
    const pixels = sharp(data, { raw: { width, height, channels: 3 } });
    const encoded = await encodePicture(pixels, { width, height });
    const parameters = { ...task.input, n: 1, seed: String(seed) };
    outputs.push({ index, seed: String(seed), parameters, warnings, ...encoded });
  }
  report(1);
  return outputs;
};
