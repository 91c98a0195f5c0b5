import { fromSurface, openBounded, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../../engines/contract/encode-picture.ts';
import { pictureError } from '../../engines/contract/picture-error.ts';
import { styliseSurface } from '../stylise/apply.ts';
import { manners, stylisedMaxSide } from '../stylise/manners.ts';
import type { ToolRunner } from '../tool.ts';
import { openStyle } from './open-style.ts';
import { takeStyle } from './style.ts';

/** One picture in the style of another. */
export const runSameStyle: ToolRunner = async (task, report) => {
  const { input, seed } = task;
  const amount = Number(input['denoising_strength'] ?? 0.75);
  const manner = manners.find((name) => name === input['style']);
  const style = await openStyle(task.sources, 'style_image');
  const { picture, warnings } = await openBounded(task.sources, 'image', stylisedMaxSide);
  const { width, height } = picture;
  report(0.05);
  try {
    const surface = toSurface(picture);
    if (manner) {
      // Painted first: the strokes then take the other's colours and strength.
      styliseSurface(surface, manner, { seed: Number(seed), detail: 0.6 }, (part) =>
        report(0.05 + 0.6 * part),
      );
    }
    takeStyle(surface, style, amount, (part) => report(0.65 + 0.25 * part));
    const encoded = await encodePicture(fromSurface(surface), { width, height });
    report(1);
    return [{ index: 0, seed, parameters: { ...input }, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
