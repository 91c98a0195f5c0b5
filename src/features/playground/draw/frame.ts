import type { DrawingSize } from '../../../domain/drawing.ts';
import { canvasSideRange } from '../../../domain/limits.ts';

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Edge = 'left' | 'top' | 'right' | 'bottom';

/** Which edges a hand has hold of; `all` moves the frame. */
export type Edges = 'all' | Edge | `${'left' | 'right'} ${'top' | 'bottom'}`;

const clamp = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(value)));

/** A frame whose edges were moved, whole pixels within its sheet and never smaller than a sheet may be. */
export function moveEdges(
  frame: Frame,
  sheet: DrawingSize,
  what: Edges,
  by: { x: number; y: number },
): Frame {
  if (what === 'all') {
    return {
      ...frame,
      x: clamp(frame.x + by.x, 0, sheet.width - frame.width),
      y: clamp(frame.y + by.y, 0, sheet.height - frame.height),
    };
  }
  const held = new Set(what.split(' '));
  const least = {
    width: Math.min(canvasSideRange.min, sheet.width),
    height: Math.min(canvasSideRange.min, sheet.height),
  };
  let { x: left, y: top } = frame;
  let right = left + frame.width;
  let bottom = top + frame.height;
  if (held.has('left')) left = clamp(left + by.x, 0, right - least.width);
  if (held.has('right')) right = clamp(right + by.x, left + least.width, sheet.width);
  if (held.has('top')) top = clamp(top + by.y, 0, bottom - least.height);
  if (held.has('bottom')) bottom = clamp(bottom + by.y, top + least.height, sheet.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
