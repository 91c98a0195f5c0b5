import type { Surface } from '../painter/surface.ts';
import { drawCartoon, drawPencil } from './drawn.ts';
import type { Easel } from './easel.ts';
import type { Manner } from './manners.ts';
import { paintOil } from './oil.ts';
import { paintInk, paintWatercolour } from './wet.ts';

const manners: Readonly<Record<Manner, (easel: Easel) => void>> = {
  pencil: drawPencil,
  cartoon: drawCartoon,
  ink: paintInk,
  watercolour: paintWatercolour,
  oil: paintOil,
};

/**
 * Draws or paints a picture again, in place.
 * @param options.detail 0 broad … 1 fine
 */
export function styliseSurface(
  surface: Surface,
  manner: Manner,
  options: { seed: number; detail: number },
  report: (part: number) => void,
): void {
  const { width, height } = surface;
  const unit = Math.max(0.6, Math.sqrt(width * height) / 512);
  manners[manner]({ surface, width, height, unit, ...options, report });
}
