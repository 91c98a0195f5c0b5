import sharp from 'sharp';
import { labToRgb } from '../painter/oklab.ts';
import type { Surface } from '../painter/surface.ts';
import { openBounded, toSurface } from '../picture/canvas.ts';
import type { Values } from '../picture/field.ts';
import type { ToolTask } from '../tool.ts';
import { ownColours, refineOutline } from './matte.ts';
import { segment } from './segment.ts';
import { readStrokes } from './strokes.ts';

/** Longest side that is worked on. */
export const cutoutMaxSide = 2048;
/** The outline is looked for at this size, then refined. */
const segmentedSide = 384;

/** A subject without its background. */
export interface Cutout extends Surface {
  /** Opacity, 0…1 per pixel; `data` are the subject's own colours. */
  alpha: Values;
  warnings: string[];
}

/**
 * Cuts the subject out of a job's picture, by its strokes or by a guess from the picture's rim.
 * @throws EngineError as `openPicture`
 */
export async function cutOut(task: ToolTask, report: (part: number) => void): Promise<Cutout> {
  const { picture, warnings } = await openBounded(task.sources, 'image', cutoutMaxSide);
  const { data, width, height } = picture;
  const scale = Math.min(1, segmentedSide / Math.max(width, height));
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const reduced = await sharp(data, {
    raw: { width, height, channels: 3 },
    limitInputPixels: false,
  })
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
  const small = toSurface({ ...picture, data: reduced, ...size });
  const said = await readStrokes(task.sources, size);
  report(0.1);
  const subject = segment(small, said, (part) => report(0.1 + 0.5 * part));
  const full = toSurface(picture);
  const alpha = refineOutline(full, small, subject);
  report(0.8);
  const radius = Math.max(2, Math.max(width, height) / 160);
  const colours = ownColours(full, alpha, radius);
  report(1);
  const guess = said ? [] : ['subject-guessed'];
  return { width, height, data: colours, alpha, warnings: [...warnings, ...guess] };
}

/** A cut-out as 8-bit sRGB with opacity, four values a pixel. */
export function cutoutPixels({ data, alpha }: Cutout): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(alpha.length * 4);
  const rgb = new Float64Array(3);
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    labToRgb(data[pixel * 3]!, data[pixel * 3 + 1]!, data[pixel * 3 + 2]!, rgb);
    pixels.set(rgb, pixel * 4);
    pixels[pixel * 4 + 3] = Math.round(255 * alpha[pixel]!);
  }
  return pixels;
}
