import sharp from 'sharp';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import {
  decodePicture,
  openPicture,
  type RawPicture,
} from '../../engines/contract/open-picture.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../tool.ts';
import { halfColour, lightnessRows, readHalf } from './colour.ts';
import { liftContrast, type LiftedContrast } from './contrast.ts';
import { denoisePlane, estimateNoise, type Plane } from './denoise.ts';

/** Rows denoised at once: bounds memory, and gives progress. */
const bandRows = 256;
const bandOverlap = 8;
/** Full strength drops coefficients below this many standard deviations of the noise. */
const thresholdAtFull = 4.4;
/** Less noise than this is a camera's own texture and nobody wants it gone. */
const cleanNoise = 1.2;

function thresholdOf(plane: Plane, strength: number): number {
  const noise = estimateNoise(plane);
  return noise < cleanNoise ? 0 : noise * thresholdAtFull * strength;
}

/** Denoised lightness, 0…255, in bands. */
function denoisedLightness(
  picture: RawPicture,
  strength: number,
  report: (fraction: number) => void,
): Uint8Array {
  const { width, height } = picture;
  const result = new Uint8Array(width * height);
  const sample = lightnessRows(
    picture,
    Math.max(0, Math.floor(height / 2) - 1024),
    Math.min(height, Math.floor(height / 2) + 1024),
  );
  const threshold = thresholdOf(sample, strength);
  for (let top = 0; top < height; top += bandRows) {
    const bottom = Math.min(height, top + bandRows);
    const from = Math.max(0, top - bandOverlap);
    const band = lightnessRows(picture, from, Math.min(height, bottom + bandOverlap));
    const { data } = denoisePlane(band, threshold);
    const offset = (top - from) * width;
    for (let index = 0; index < (bottom - top) * width; index += 1) {
      const value = data[offset + index]!;
      result[top * width + index] = Math.min(255, Math.max(0, Math.round(value)));
    }
    report(bottom / height);
  }
  return result;
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}

/** Colour differences of denoised planes; where colour was clean, those of the pixels themselves. */
interface Colour {
  red: Plane | null;
  blue: Plane | null;
}

/** Null when there is no noise to remove: then half-size planes would only blur the colour. */
function cleanColour(picture: RawPicture, channel: 0 | 2, strength: number): Plane | null {
  if (strength <= 0) return null;
  const plane = halfColour(picture, channel);
  // Colour noise disturbs more and carries less detail.
  const threshold = 1.3 * thresholdOf(plane, strength);
  return threshold > 0 ? denoisePlane(plane, threshold) : null;
}

/** Puts new lightness and colour together, in place. */
function recombine(
  picture: RawPicture,
  before: Uint8Array,
  lifted: LiftedContrast,
  { red, blue }: Colour,
): void {
  const { data, width, height, channels } = picture;
  const after = lifted.lightness;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const at = index * channels;
      const light = after[index]!;
      const was = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
      const ratio = (light + 24) / (before[index]! + 24);
      const local = Math.min(1.2, Math.max(0.85, 1 + 0.4 * (ratio - 1)));
      const gain = Math.min(1.8, local * lifted.colourGain);
      const r = (red ? readHalf(red, x, y) - 128 : data[at]! - was) * gain;
      const b = (blue ? readHalf(blue, x, y) - 128 : data[at + 2]! - was) * gain;
      const g = -(0.299 * r + 0.114 * b) / 0.587;
      data[at] = clampByte(light + r);
      data[at + 1] = clampByte(light + g);
      data[at + 2] = clampByte(light + b);
    }
  }
}

/** Denoise, then contrast, then sharpen: in this order none undoes or amplifies the other. */
export const runRestore: ToolRunner = async (task, report) => {
  const denoise = Number(task.input['denoise'] ?? 0);
  const contrast = Number(task.input['contrast'] ?? 0);
  const sharpen = Number(task.input['sharpen'] ?? 0);
  const picture = await decodePicture(await openPicture(task.sources, 'image'));
  const { width, height, channels } = picture;
  report(0.08);
  try {
    if (denoise > 0 || contrast > 0) {
      const colour = {
        red: cleanColour(picture, 0, denoise),
        blue: cleanColour(picture, 2, denoise),
      };
      report(0.3);
      const clean = denoisedLightness(picture, denoise, (part) => report(0.3 + 0.4 * part));
      const lifted = await liftContrast(clean, width, height, contrast);
      report(0.8);
      recombine(picture, clean, lifted, colour);
    }
    let pipeline = sharp(picture.data, {
      raw: { width, height, channels },
      limitInputPixels: false,
    });
    if (sharpen > 0 && Math.min(width, height) > 8) {
      pipeline = pipeline.sharpen({ sigma: 1, m1: 0, m2: 6 * sharpen, x1: 2, y2: 8, y3: 10 });
    }
    report(0.85);
    const encoded = await encodePicture(pipeline, { width, height });
    report(1);
    const { warnings } = picture;
    return [{ index: 0, seed: task.seed, parameters: { ...task.input }, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
