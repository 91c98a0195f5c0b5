import sharp from 'sharp';

import { EngineError } from '../../engines/contract/engine.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { outputMaxSide } from '../picture/limits.ts';
import { decodePicture, openPicture } from '../../engines/contract/open-picture.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../tool.ts';
import { enlarge } from './lanczos.ts';

/**
 * The factor that is really used: a result beyond the longest side is made smaller instead of refused,
 * as long as it still is an enlargement.
 */
function possibleScale(wanted: number, width: number, height: number): number {
  const scale = Math.min(wanted, outputMaxSide / Math.max(width, height));
  if (scale <= 1) {
    throw new EngineError('too-large', `The picture already has ${outputMaxSide} px a side`, {
      retryable: false,
    });
  }
  return scale;
}

/** Lanczos3, then an unsharp mask on lightness that spares flat areas and bounds halos. */
export const runUpscale: ToolRunner = async (task, report) => {
  const wanted = Number(task.input['scale'] ?? 2);
  const sharpness = Number(task.input['sharpness'] ?? 0.4);
  const opened = await openPicture(task.sources, 'image');
  const scale = possibleScale(wanted, opened.width, opened.height);
  const source = await decodePicture(opened);
  report(0.1);
  const width = Math.max(1, Math.round(source.width * scale));
  const height = Math.max(1, Math.round(source.height * scale));
  try {
    const data = enlarge(source, width, height, (part) => report(0.1 + 0.4 * part));
    const { channels } = source;
    let pipeline = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
    if (sharpness > 0 && Math.min(width, height) > 8) {
      // What is soft after an enlargement is as wide as the factor.
      const sigma = 0.6 + 0.25 * scale;
      pipeline = pipeline.sharpen({ sigma, m1: 0, m2: 4 * sharpness, x1: 1.5, y2: 8, y3: 10 });
    }
    const encoded = await encodePicture(pipeline, { width, height });
    report(1);
    const warnings = [...source.warnings];
    if (scale < wanted) warnings.push('limited-to-8192px');
    const parameters = { ...task.input, scale: Math.round(scale * 1000) / 1000 };
    return [{ index: 0, seed: task.seed, parameters, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
