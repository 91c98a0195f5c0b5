import type { DrawingSize } from '../../../domain/drawing.ts';

/** Where a sheet lies in its window, and how large it is shown. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

const scaleMax = 16;
/** Room around a sheet that fits its window, in pixels of the screen. */
const margin = 12;

/** The whole sheet in the middle of its window; a small one is not blown up beyond twice its size. */
export function fitView(sheet: DrawingSize, window: DrawingSize): View {
  const scale = Math.max(
    0.01,
    Math.min(
      2,
      (window.width - 2 * margin) / sheet.width,
      (window.height - 2 * margin) / sheet.height,
    ),
  );
  return {
    scale,
    x: (window.width - sheet.width * scale) / 2,
    y: (window.height - sheet.height * scale) / 2,
  };
}

/** Closer or farther, with what is under a point of the window staying there. */
export function zoomAt(
  view: View,
  factor: number,
  point: { x: number; y: number },
  least: number,
): View {
  const scale = Math.min(scaleMax, Math.max(Math.min(least, 1), view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by };
}

/** Moved back where nothing of the sheet would be left in the window. */
export function keepInSight(view: View, sheet: DrawingSize, window: DrawingSize): View {
  const rest = 48;
  const hold = (at: number, length: number, room: number) =>
    Math.min(room - rest, Math.max(rest - length, at));
  return {
    ...view,
    x: hold(view.x, sheet.width * view.scale, window.width),
    y: hold(view.y, sheet.height * view.scale, window.height),
  };
}
