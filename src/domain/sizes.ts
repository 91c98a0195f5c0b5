import type { NumberRange } from './limits.ts';
import { parseDimensions, type ModelItem } from './model.ts';

export interface Size {
  width: number;
  height: number;
}

type Sized = Pick<ModelItem, 'allow_dimensions'>;

/** The only sizes that a model makes; empty when it makes any that its fields allow. */
export function allowedSizes(model: Sized): Size[] {
  return model.allow_dimensions.flatMap((text) => parseDimensions(text) ?? []);
}

/** Whether a model with a list of sizes has this one in it. */
export function isAllowedSize(model: Sized, { width, height }: Size): boolean {
  const sizes = allowedSizes(model);
  return sizes.length === 0 || sizes.some((size) => size.width === width && size.height === height);
}

/**
 * A size in a shape and near an area, of sides that a model takes.
 * @param most pixels that it never has more than, as far as the range allows
 */
export function sizeOfArea(
  shape: Size,
  area: number,
  { min, max, step }: NumberRange,
  most: number = area,
): Size {
  const scale = Math.sqrt(area / Math.max(1, shape.width * shape.height));
  const snap = (side: number): number =>
    Math.min(max, Math.max(min, Math.round((side * scale) / step) * step));
  const size = { width: snap(shape.width), height: snap(shape.height) };
  while (size.width * size.height > most) {
    const longer = size.width > size.height ? 'width' : 'height';
    if (size[longer] - step < min) break;
    size[longer] -= step;
  }
  return size;
}
