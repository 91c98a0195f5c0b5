import { fromSurface, openBounded, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import type { ToolRunner } from '../tool.ts';
import { styliseSurface } from './apply.ts';
import { manners, stylisedMaxSide } from './manners.ts';

/** Draws or paints a photo again in one manner. */
export const runStylise: ToolRunner = async (task, report) => {
  const manner = manners.find((name) => name === task.input['style']) ?? manners[0];
  const { picture, warnings } = await openBounded(task.sources, 'image', stylisedMaxSide);
  report(0.04);
  const { width, height } = picture;
  try {
    const surface = toSurface(picture);
    const options = { seed: Number(task.seed), detail: Number(task.input['detail'] ?? 0.5) };
    styliseSurface(surface, manner, options, (part) => report(0.05 + 0.85 * part));
    const encoded = await encodePicture(fromSurface(surface), { width, height });
    report(1);
    const parameters = { ...task.input, seed: task.seed };
    return [{ index: 0, seed: task.seed, parameters, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
