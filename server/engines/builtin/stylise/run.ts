import { openBounded, fromSurface, toSurface } from '../picture/canvas.ts';
import { encodePicture } from '../picture/encode.ts';
import { pictureError } from '../picture/open.ts';
import type { ToolRunner } from '../tool.ts';
import { drawCartoon, drawPencil } from './drawn.ts';
import type { Easel } from './easel.ts';
import { stylisedMaxSide, type Manner } from './manners.ts';
import { paintOil } from './oil.ts';
import { paintInk, paintWatercolour } from './wet.ts';

const manners: Readonly<Record<Manner, (easel: Easel) => void>> = {
  pencil: drawPencil,
  cartoon: drawCartoon,
  ink: paintInk,
  watercolour: paintWatercolour,
  oil: paintOil,
};

/** Draws or paints a photo again in one manner. */
export const runStylise: ToolRunner = async (task, report) => {
  const manner = manners[task.input['style'] as Manner] ?? paintWatercolour;
  const { picture, warnings } = await openBounded(task.sources, 'image', stylisedMaxSide);
  report(0.04);
  const { width, height } = picture;
  try {
    const surface = toSurface(picture);
    manner({
      surface,
      width,
      height,
      unit: Math.max(0.6, Math.sqrt(width * height) / 512),
      seed: Number(task.seed),
      detail: Number(task.input['detail'] ?? 0.5),
      report: (part) => report(0.05 + 0.85 * part),
    });
    const encoded = await encodePicture(fromSurface(surface), { width, height });
    report(1);
    const parameters = { ...task.input, seed: task.seed };
    return [{ index: 0, seed: task.seed, parameters, warnings, ...encoded }];
  } catch (error) {
    throw pictureError(error);
  }
};
