import { seedMax } from '../../../src/domain/limits.ts';
import { applyLooks } from '../looks/apply.ts';
import { looksOf } from '../looks/looks.ts';
import { understand } from '../../../src/domain/painter-lexicon.ts';
import { createNoise } from '../painter/noise.ts';
import { lab, type Lab } from '../painter/oklab.ts';
import { paintPicture } from '../painter/paint.ts';
import { planPicture } from '../painter/plan.ts';
import { createRandom } from '../painter/random.ts';
import type { Surface } from '../painter/surface.ts';
import { fromSurface, openBounded, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { blur, planeOf } from '../picture/field.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import { styliseSurface } from '../stylise/apply.ts';
import type { ToolOutput, ToolRunner } from '../tool.ts';
import { scribbleMaxSide, scribbleManners } from './options.ts';
import { findRegions, type Regions } from './regions.ts';
import { readSketch, type Sketch } from './sketch.ts';

/** Colours need no detail. */
const modelSide = 160;

/** The painter's idea of the words, soft, at the sketch's size. */
function softScene(
  wish: { prompt: string; negativePrompt: string; cfgScale: number; seed: number },
  width: number,
  height: number,
): Surface {
  const plan = planPicture({ ...wish, steps: 15 });
  const scale = modelSide / Math.max(width, height);
  const small = {
    width: Math.max(16, Math.round(width * scale)),
    height: Math.max(16, Math.round(height * scale)),
  };
  const pixels = Buffer.from(paintPicture(plan, small.width, small.height, () => undefined));
  const painted = toSurface({ data: pixels, ...small, channels: 3, warnings: [] });
  const planes = ([0, 1, 2] as const).map((part) =>
    blur(planeOf(painted.data, part), small.width, small.height, modelSide * 0.035),
  );
  const data = new Float32Array(width * height * 3);
  for (let index = 0; index < width * height; index += 1) {
    const x = Math.min(small.width - 1, Math.floor(((index % width) / width) * small.width));
    const y = Math.min(
      small.height - 1,
      Math.floor((Math.floor(index / width) / height) * small.height),
    );
    for (let part = 0; part < 3; part += 1)
      data[index * 3 + part] = planes[part]![y * small.width + x]!;
  }
  const smooth = ([0, 1, 2] as const).map((part) =>
    blur(planeOf(data, part), width, height, Math.max(0.8, 0.6 / scale)),
  );
  for (let at = 0; at < data.length; at += 1) data[at] = smooth[at % 3]![Math.floor(at / 3)]!;
  return { width, height, data };
}

function meansOf(regions: Regions, data: Float32Array, only: Uint8Array | null): (Lab | null)[] {
  const sums = Array.from({ length: regions.count }, () => [0, 0, 0, 0]);
  for (const [index, region] of regions.of.entries()) {
    if (only && !only[index]) continue;
    const sum = sums[region]!;
    for (let part = 0; part < 3; part += 1) sum[part]! += data[index * 3 + part]!;
    sum[3]! += 1;
  }
  return sums.map(([L, a, b, count]) =>
    count! >= 4 ? [L! / count!, a! / count!, b! / count!] : null,
  );
}

/** Colours each area: as it was dabbed, else as was named, else as the painter would have it there. */
function colourAreas(
  sheet: Surface,
  sketch: Sketch,
  regions: Regions,
  scene: Surface,
  named: { colours: readonly Lab[]; share: number },
  seed: number,
): Float32Array {
  const random = createRandom(seed, 'areas');
  const wash = createNoise(seed, 'wash');
  const dabbed = meansOf(regions, sheet.data, sketch.hints);
  const painted = meansOf(regions, scene.data, null);
  const inner = Array.from({ length: regions.count }, (_, region) => region)
    .filter((region) => !regions.open[region] && !dabbed[region])
    .toSorted((one, other) => regions.areas[other]! - regions.areas[one]!);
  const own = painted.map((mean, region): Lab => {
    const dab = dabbed[region];
    if (dab) return dab;
    const place = inner.indexOf(region);
    if (place >= 0 && place < named.share && named.colours.length > 0) {
      const [L, a, b] = named.colours[place % named.colours.length]!;
      return [L + random.range(-0.05, 0.05), a, b];
    }
    const [L, a, b] = mean ?? [0.8, 0, 0];
    // Neighbours that the painter would give one colour are told apart.
    return [
      L + random.range(-0.09, 0.09),
      a * 1.25 + random.range(-0.015, 0.015),
      b * 1.25 + random.range(-0.02, 0.02),
    ];
  });
  const { width } = sheet;
  const unit = Math.sqrt(sheet.data.length / 3) / 512;
  const data = new Float32Array(sheet.data.length);
  for (const [index, region] of regions.of.entries()) {
    const colour = own[region]!;
    const follows = dabbed[region] ? 0 : regions.open[region] ? 0.8 : 0.3;
    const x = (index % width) / (unit * 90);
    const y = Math.floor(index / width) / (unit * 90);
    const flow = wash.fractal(x + region * 7, y, 3);
    const at = index * 3;
    data[at] = colour[0] + (scene.data[at]! - colour[0]) * follows + 0.035 * flow;
    data[at + 1] = colour[1] + (scene.data[at + 1]! - colour[1]) * follows;
    data[at + 2] = colour[2] + (scene.data[at + 2]! - colour[2]) * follows + 0.008 * flow;
  }
  return data;
}

/** Somebody's lines, coloured by their words and dabs, and drawn over again. */
export const runScribble: ToolRunner = async (task, report) => {
  const { input } = task;
  const prompt = String(input['prompt'] ?? '');
  const manner = scribbleManners.find((name) => name === input['style']) ?? 'watercolour';
  const looks = looksOf(input['loras']);
  const { picture, warnings } = await openBounded(task.sources, 'image', scribbleMaxSide);
  const { width, height } = picture;
  report(0.05);
  try {
    const sheet = toSurface(picture);
    const sketch = readSketch(sheet);
    const lines = Uint8Array.from(sketch.ink, (ink) => (ink > 0.4 ? 1 : 0));
    const unit = Math.sqrt(width * height) / 512;
    const gap = Math.round(2.2 * unit);
    const regions = findRegions(lines, width, height, gap, Math.max(12, 60 * unit * unit));
    const named = understand(prompt).colours.map(lab);
    // One colour is meant for one thing, several are meant for the picture.
    const share = named.length > 1 ? Infinity : 1;
    report(0.15);
    const outputs: ToolOutput[] = [];
    for (let index = 0; index < task.outputs; index += 1) {
      const seed = (Number(task.seed) + index) % (seedMax + 1);
      const tell = (part: number): void => report(0.15 + (0.85 * (index + part)) / task.outputs);
      const wish = {
        prompt,
        negativePrompt: String(input['negative_prompt'] ?? ''),
        cfgScale: Number(input['cfg_scale'] ?? 7),
        seed,
      };
      const scene = softScene(wish, width, height);
      tell(0.3);
      const surface: Surface = {
        width,
        height,
        data: colourAreas(sheet, sketch, regions, scene, { colours: named, share }, seed),
      };
      if (manner !== 'flat') {
        styliseSurface(surface, manner, { seed, detail: 0.5 }, (part) => tell(0.3 + 0.5 * part));
      }
      // Lines that are told from the colours, and never plain black.
      const tone = planeOf(surface.data, 0).reduce((sum, L) => sum + L, 0) / (width * height);
      const drawn = tone < 0.42 ? 0.9 : 0.24;
      for (let at = 0; at < surface.data.length; at += 3) {
        const ink = sketch.ink[at / 3]! * 0.92;
        surface.data[at]! += (drawn - surface.data[at]!) * ink;
        surface.data[at + 1]! *= 1 - 0.8 * ink;
        surface.data[at + 2]! += (-0.015 - surface.data[at + 2]!) * ink;
      }
      applyLooks(surface, looks, seed, (part) => tell(0.8 + 0.15 * part));
      const encoded = await encodePicture(fromSurface(surface), { width, height });
      const parameters = { ...input, n: 1, seed: String(seed) };
      outputs.push({ index, seed: String(seed), parameters, warnings, ...encoded });
      tell(1);
    }
    return outputs;
  } catch (error) {
    throw pictureError(error);
  }
};
