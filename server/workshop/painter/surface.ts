import type { Lab } from './oklab.ts';

/** The canvas: OKLab triples, so that every mix of every layer stays clean. */
export interface Surface {
  width: number;
  height: number;
  data: Float32Array;
}

export type Point = readonly [x: number, y: number];

export function createSurface(width: number, height: number): Surface {
  return { width, height, data: new Float32Array(width * height * 3) };
}

/** Mixes a colour into one pixel. */
export function blend(surface: Surface, index: number, colour: Lab, alpha: number): void {
  const { data } = surface;
  const at = index * 3;
  data[at]! += (colour[0] - data[at]!) * alpha;
  data[at + 1]! += (colour[1] - data[at + 1]!) * alpha;
  data[at + 2]! += (colour[2] - data[at + 2]!) * alpha;
}

/** Sets every pixel; `paint` writes its colour into the triple it gets. */
export function fillSurface(
  surface: Surface,
  paint: (x: number, y: number, out: Float32Array) => void,
): void {
  const out = new Float32Array(3);
  let at = 0;
  for (let y = 0; y < surface.height; y += 1) {
    for (let x = 0; x < surface.width; x += 1) {
      paint(x, y, out);
      surface.data.set(out, at);
      at += 3;
    }
  }
}

const subRows = 4;

// Reused from call to call: a picture is made of tens of thousands of small outlines.
let xs = new Float64Array(64);
let ys = new Float64Array(64);
let crossingX = new Float64Array(64);
let crossingWinding = new Int8Array(64);
let coverage = new Float32Array(1024);

function reserve(points: number, columns: number): void {
  if (xs.length < points) {
    xs = new Float64Array(points * 2);
    ys = new Float64Array(points * 2);
    crossingX = new Float64Array(points * 2);
    crossingWinding = new Int8Array(points * 2);
  }
  if (coverage.length < columns) coverage = new Float32Array(columns * 2);
}

/** Where an outline crosses a horizontal line, from left to right. */
function findCrossings(count: number, y: number): number {
  let found = 0;
  let x0 = xs[count - 1]!;
  let y0 = ys[count - 1]!;
  for (let index = 0; index < count; index += 1) {
    const x1 = xs[index]!;
    const y1 = ys[index]!;
    if (y0 <= y !== y1 <= y) {
      const x = x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
      let at = found;
      while (at > 0 && crossingX[at - 1]! > x) {
        crossingX[at] = crossingX[at - 1]!;
        crossingWinding[at] = crossingWinding[at - 1]!;
        at -= 1;
      }
      crossingX[at] = x;
      crossingWinding[at] = y1 > y0 ? 1 : -1;
      found += 1;
    }
    x0 = x1;
    y0 = y1;
  }
  return found;
}

/**
 * Fills a closed outline (non-zero winding), smooth at its edges.
 * @param colour one colour, or a function of the pixel
 */
export function fillPolygon(
  surface: Surface,
  points: readonly Point[],
  colour: Lab | ((x: number, y: number) => Lab),
  alpha = 1,
): void {
  const { width, height } = surface;
  let top = Infinity;
  let bottom = -Infinity;
  let left = Infinity;
  let right = -Infinity;
  reserve(points.length, width + 2);
  for (let index = 0; index < points.length; index += 1) {
    const [x, y] = points[index]!;
    xs[index] = x;
    ys[index] = y;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  const firstRow = Math.max(0, Math.floor(top));
  const lastRow = Math.min(height - 1, Math.ceil(bottom));
  const firstColumn = Math.max(0, Math.floor(left));
  const lastColumn = Math.min(width - 1, Math.ceil(right));
  if (firstColumn > lastColumn || !(bottom > top)) return;
  const columns = lastColumn - firstColumn + 2;
  for (let row = firstRow; row <= lastRow; row += 1) {
    coverage.fill(0, 0, columns);
    let touched = false;
    for (let sub = 0; sub < subRows; sub += 1) {
      const found = findCrossings(points.length, row + (sub + 0.5) / subRows);
      let winding = 0;
      for (let index = 0; index + 1 < found; index += 1) {
        winding += crossingWinding[index]!;
        if (winding === 0) continue;
        touched = true;
        addSpan(columns, crossingX[index]! - firstColumn, crossingX[index + 1]! - firstColumn);
      }
    }
    if (!touched) continue;
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const covered = coverage[column - firstColumn]!;
      if (covered <= 0) continue;
      const shade = typeof colour === 'function' ? colour(column, row) : colour;
      blend(surface, row * width + column, shade, Math.min(1, covered / subRows) * alpha);
    }
  }
}

function addSpan(columns: number, from: number, to: number): void {
  const start = Math.max(0, from);
  const end = Math.min(columns - 1, to);
  if (end <= start) return;
  const first = Math.floor(start);
  const last = Math.floor(end);
  if (first === last) {
    coverage[first]! += end - start;
    return;
  }
  coverage[first]! += first + 1 - start;
  for (let column = first + 1; column < last; column += 1) coverage[column]! += 1;
  coverage[last]! += end - last;
}

/** A soft-edged or crisp disc. @param softness 0 crisp … 1 fading from the centre */
export function fillDisc(
  surface: Surface,
  centreX: number,
  centreY: number,
  radius: number,
  colour: Lab,
  alpha = 1,
  softness = 0,
): void {
  const { width, height } = surface;
  const reach = radius + 1;
  const fade = Math.max(1, radius * softness);
  for (
    let y = Math.max(0, Math.floor(centreY - reach));
    y <= Math.min(height - 1, centreY + reach);
    y += 1
  ) {
    for (
      let x = Math.max(0, Math.floor(centreX - reach));
      x <= Math.min(width - 1, centreX + reach);
      x += 1
    ) {
      const distance = Math.hypot(x + 0.5 - centreX, y + 0.5 - centreY);
      const covered = Math.min(1, (radius + 0.5 - distance) / fade);
      if (covered > 0)
        blend(surface, y * width + x, colour, covered * covered * (3 - 2 * covered) * alpha);
    }
  }
}

/** Outline of a line with changing width. @param halfWidth at each point, in pixels */
export function strokeOutline(
  path: readonly Point[],
  halfWidth: (part: number) => number,
): Point[] {
  const one: Point[] = [];
  const other: Point[] = [];
  for (let index = 0; index < path.length; index += 1) {
    const [x, y] = path[index]!;
    const [beforeX, beforeY] = path[Math.max(0, index - 1)]!;
    const [afterX, afterY] = path[Math.min(path.length - 1, index + 1)]!;
    const length = Math.hypot(afterX - beforeX, afterY - beforeY) || 1;
    const half = halfWidth(index / Math.max(1, path.length - 1));
    const normalX = (-(afterY - beforeY) / length) * half;
    const normalY = ((afterX - beforeX) / length) * half;
    one.push([x + normalX, y + normalY]);
    other.push([x - normalX, y - normalY]);
  }
  return [...one, ...other.toReversed()];
}
