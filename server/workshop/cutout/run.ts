import sharp from 'sharp';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import type { ToolRunner } from '../tool.ts';
import { cutOut, cutoutPixels } from './cut.ts';

/** The subject on nothing. */
export const runCutout: ToolRunner = async (task, report) => {
  const cutout = await cutOut(task, (part) => report(0.9 * part));
  const { width, height, warnings } = cutout;
  const pipeline = sharp(cutoutPixels(cutout), {
    raw: { width, height, channels: 4 },
    limitInputPixels: false,
  });
  const encoded = await encodePicture(pipeline, { width, height });
  report(1);
  return [{ index: 0, seed: task.seed, parameters: { ...task.input }, warnings, ...encoded }];
};
