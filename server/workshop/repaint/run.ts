import { seedMax } from '../../../src/domain/limits.ts';
import { applyLooks } from '../looks/apply.ts';
import { looksOf } from '../looks/looks.ts';
import { understand } from '../../../src/domain/painter-lexicon.ts';
import { lab, type Lab } from '../painter/oklab.ts';
import { paintPicture } from '../painter/paint.ts';
import { planPicture, type Plan } from '../painter/plan.ts';
import type { Surface } from '../painter/surface.ts';
import { fromSurface, openBounded, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import { styleBeside } from '../same-style/open-style.ts';
import { takeStyle } from '../same-style/style.ts';
import { styliseSurface } from '../stylise/apply.ts';
import { stylisedMaxSide, type Manner } from '../stylise/manners.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';
import { transferColours } from './transfer.ts';

/** Side of the painting whose colours are taken: colours need no detail. */
const modelSide = 192;

const mannerWords: readonly [manner: Manner, words: RegExp][] = [
  ['pencil', /铅笔|素描|pencil|sketch|graphite/i],
  ['cartoon', /卡通|动漫|动画|漫画|cartoon|anime|comic|manga/i],
];

/** How it is to be drawn: as the words say, else in oil once the photo may be left far behind. */
function chooseManner(prompt: string, plan: Plan, strength: number): Manner | null {
  const named = mannerWords.find(([, words]) => words.test(prompt));
  if (named) return named[0];
  for (const manner of ['watercolour', 'oil', 'ink'] as const) if (plan.has(manner)) return manner;
  return strength >= 0.5 ? 'oil' : null;
}

function meanLightness({ data }: Surface): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) sum += data[at]!;
  return (sum * 3) / data.length;
}

/**
 * Colours as painted, drawn towards those that were named. Of the lightness only the whole follows, half
 * the way: the photo's own contrast is what makes it readable.
 */
function recolour(
  photo: Surface,
  model: Surface,
  wish: { strength: number; colours: Lab[]; dark: boolean },
): Surface {
  const { strength, colours, dark } = wish;
  const moved = transferColours(photo.data, model.data);
  const lift = (meanLightness(model) - meanLightness(photo)) * 0.5 * strength;
  const dim = dark ? 1 - 0.35 * strength : 1;
  const data = new Float32Array(moved.length);
  for (let at = 0; at < data.length; at += 3) {
    const own = photo.data[at]!;
    // Black and white stay where they are.
    const L = Math.min(1, Math.max(0, (own + lift * 4 * own * (1 - own)) * dim));
    const a = photo.data[at + 1]! + (moved[at + 1]! - photo.data[at + 1]!) * strength;
    const b = photo.data[at + 2]! + (moved[at + 2]! - photo.data[at + 2]!) * strength;
    // The first colour for the lights, the next for the shadows.
    const named = colours[L > 0.5 ? 0 : Math.min(1, colours.length - 1)];
    const pull = named ? 0.55 * strength * Math.min(1, 6 * L * (1 - L)) : 0;
    data[at] = L;
    data[at + 1] = a + ((named?.[1] ?? 0) - a) * pull;
    data[at + 2] = b + ((named?.[2] ?? 0) - b) * pull;
  }
  return { ...photo, data };
}

/**
 * A photo in the colours and the manner of the words: the painter paints them small, the photo takes over
 * those colours, and is then drawn again. One seed for each picture, one after the other from the job's.
 */
export const runRepaint: ToolRunner = async (task, report) => {
  const { input } = task;
  const prompt = String(input['prompt'] ?? '');
  const strength = Number(input['denoising_strength'] ?? 0.75);
  const looks = looksOf(input['loras']);
  const trained = await styleBeside(task);
  const { picture, warnings } = await openBounded(task.sources, 'image', stylisedMaxSide);
  const { width, height } = picture;
  report(0.04);
  try {
    const photo = toSurface(picture);
    const colours = understand(prompt).colours.map(lab);
    const outputs: ToolOutput[] = [];
    for (let index = 0; index < task.outputs; index += 1) {
      const seed = (Number(task.seed) + index) % (seedMax + 1);
      const plan = planPicture({
        prompt,
        negativePrompt: String(input['negative_prompt'] ?? ''),
        steps: 15,
        cfgScale: Number(input['cfg_scale'] ?? 7),
        seed,
      });
      const tell = (part: number): void => report(0.04 + (0.96 * (index + part)) / task.outputs);
      const manner = chooseManner(prompt, plan, strength);
      const painted = paintPicture(plan, modelSide, modelSide, (part) => tell(0.1 * part));
      const model = toSurface({
        data: Buffer.from(painted),
        width: modelSide,
        height: modelSide,
        channels: 3,
        warnings: [],
      });
      const surface = recolour(photo, model, { strength, colours, dark: plan.has('night') });
      tell(0.15);
      if (manner) {
        styliseSurface(surface, manner, { seed, detail: 1 - 0.8 * strength }, (part) =>
          tell(0.15 + 0.75 * part),
        );
      }
      if (trained) takeStyle(surface, trained.style, trained.amount, () => undefined);
      applyLooks(surface, looks, seed, (part) => tell(0.9 + 0.08 * part));
      const encoded = await encodePicture(fromSurface(surface), { width, height });
      const parameters = { ...input, ...trained?.parameters, n: 1, seed: String(seed) };
      outputs.push({ index, seed: String(seed), parameters, warnings, ...encoded });
      tell(1);
    }
    return outputs;
  } catch (error) {
    throw pictureError(error);
  }
};
