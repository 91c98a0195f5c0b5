import sharp from 'sharp';
import { labToRgb } from '../painter/oklab.ts';
import { encodePicture } from '../picture/encode.ts';
import { pictureError } from '../picture/open.ts';
import type { ToolRunner } from '../tool.ts';
import { cutOut } from './cut.ts';

/** The subject on nothing. */
export const runCutout: ToolRunner = async (task, report) => {
  const cutout = await cutOut(task, (part) => report(0.9 * part));
  const { width, height, data, alpha, warnings } = cutout;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const rgb = new Float64Array(3);
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    labToRgb(data[pixel * 3]!, data[pixel * 3 + 1]!, data[pixel * 3 + 2]!, rgb);
    pixels.set(rgb, pixel * 4);
    pixels[pixel * 4 + 3] = Math.round(255 * alpha[pixel]!);
  }
  try {
    const pipeline = sharp(pixels, {
      raw: { width, height, channels: 4 },
      limitInputPixels: false,
    });
    const encoded = await encodePicture(pipeline, { width, height });
    report(1);
    return [{ index: 0, seed: task.seed, parameters: { ...task.input }, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
