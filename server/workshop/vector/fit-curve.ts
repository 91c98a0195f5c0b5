import type { Outline, Segment } from './outline.ts';

export type Dot = readonly [x: number, y: number];

type Cubic = readonly [Dot, Dot, Dot, Dot];

const minus = (one: Dot, other: Dot): Dot => [one[0] - other[0], one[1] - other[1]];
const dot = (one: Dot, other: Dot): number => one[0] * other[0] + one[1] * other[1];
const add = (point: Dot, direction: Dot, by: number): Dot => [
  point[0] + direction[0] * by,
  point[1] + direction[1] * by,
];

function unit(vector: Dot): Dot {
  const length = Math.hypot(vector[0], vector[1]) || 1;
  return [vector[0] / length, vector[1] / length];
}

function pointAt([a, b, c, d]: Cubic, t: number): Dot {
  const s = 1 - t;
  const [wa, wb, wc, wd] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [
    wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0],
    wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1],
  ];
}

/** Places of points along their polyline, 0…1. */
function places(points: readonly Dot[]): number[] {
  const along = [0];
  for (let index = 1; index < points.length; index += 1) {
    const [dx, dy] = minus(points[index]!, points[index - 1]!);
    along.push(along[index - 1]! + Math.hypot(dx, dy));
  }
  const whole = along.at(-1) || 1;
  return along.map((length) => length / whole);
}

/** The cubic with these ends and tangents that lies nearest (least squares, Schneider 1990). */
function nearest(points: readonly Dot[], at: readonly number[], start: Dot, end: Dot): Cubic {
  const first = points[0]!;
  const last = points.at(-1)!;
  let [c00, c01, c11, x0, x1] = [0, 0, 0, 0, 0];
  for (const [index, t] of at.entries()) {
    const s = 1 - t;
    const b1 = 3 * s * s * t;
    const b2 = 3 * s * t * t;
    const one: Dot = [start[0] * b1, start[1] * b1];
    const two: Dot = [end[0] * b2, end[1] * b2];
    c00 += dot(one, one);
    c01 += dot(one, two);
    c11 += dot(two, two);
    const base = pointAt([first, first, last, last], t);
    const apart = minus(points[index]!, base);
    x0 += dot(one, apart);
    x1 += dot(two, apart);
  }
  const determinant = c00 * c11 - c01 * c01;
  const chord = Math.hypot(...minus(last, first));
  let [left, right] = [chord / 3, chord / 3];
  if (Math.abs(determinant) > 1e-12) {
    const [l, r] = [(x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant];
    // What lies behind the ends or far away would loop.
    if (l > 1e-3 * chord && r > 1e-3 * chord && l < 3 * chord && r < 3 * chord)
      [left, right] = [l, r];
  }
  return [first, add(first, start, left), add(last, end, right), last];
}

function fitPiece(
  points: readonly Dot[],
  start: Dot,
  end: Dot,
  tolerance: number,
  out: Segment[],
): void {
  if (points.length === 2) {
    out.push({ command: 'L', at: [...points[1]!] });
    return;
  }
  const at = places(points);
  const curve = nearest(points, at, start, end);
  let worst = 0;
  let split = Math.floor(points.length / 2);
  for (let index = 1; index < points.length - 1; index += 1) {
    const [dx, dy] = minus(pointAt(curve, at[index]!), points[index]!);
    const apart = dx * dx + dy * dy;
    if (apart > worst) [worst, split] = [apart, index];
  }
  if (worst <= tolerance * tolerance) {
    out.push({ command: 'C', at: [...curve[1], ...curve[2], ...curve[3]] });
    return;
  }
  const through = unit(minus(points[split - 1]!, points[split + 1]!));
  fitPiece(points.slice(0, split + 1), start, through, tolerance, out);
  fitPiece(points.slice(split), [-through[0], -through[1]], end, tolerance, out);
}

/** Direction into a polyline at one of its ends, over a few points so that no pixel decides it. */
function tangent(points: readonly Dot[], from: 'start' | 'end'): Dot {
  const reach = Math.min(3, points.length - 1);
  return from === 'start'
    ? unit(minus(points[reach]!, points[0]!))
    : unit(minus(points[points.length - 1 - reach]!, points.at(-1)!));
}

/** Where a closed line turns sharply, within a distance of `reach` points. */
function corners(points: readonly Dot[], reach: number): number[] {
  const count = points.length;
  const sharpness = points.map((point, index) => {
    const before = unit(minus(point, points[(index - reach + count) % count]!));
    const after = unit(minus(points[(index + reach) % count]!, point));
    return dot(before, after);
  });
  const sharp: number[] = [];
  for (const [index, value] of sharpness.entries()) {
    if (value > 0.45) continue;
    let sharpest = true;
    for (let near = -reach; near <= reach; near += 1) {
      const other = sharpness[(index + near + count) % count]!;
      if (other < value || (other === value && near < 0)) sharpest = false;
    }
    if (sharpest) sharp.push(index);
  }
  return sharp;
}

/**
 * Curves along a closed line of points that lie about a pixel apart.
 * @param tolerance how far a curve may stray, in pixels
 */
export function fitClosed(points: readonly Dot[], tolerance: number): Outline {
  const count = points.length;
  if (count < 8) return [];
  const found = corners(points, Math.max(2, Math.min(5, Math.floor(count / 8))));
  // Without a corner anywhere serves as the seam; two, so that no piece bites its own tail.
  const seams = found.length > 0 ? found : [0];
  const smooth = found.length === 0;
  const cuts =
    seams.length === 1 ? [seams[0]!, (seams[0]! + Math.floor(count / 2)) % count] : seams;
  cuts.sort((one, other) => one - other);
  const out: Segment[] = [{ command: 'M', at: [...points[cuts[0]!]!] }];
  const around = (index: number): Dot =>
    unit(minus(points[(index + 2) % count]!, points[(index - 2 + count) % count]!));
  for (const [index, from] of cuts.entries()) {
    const to = cuts[(index + 1) % cuts.length]!;
    const length = ((to - from + count - 1) % count) + 1;
    const piece = Array.from({ length: length + 1 }, (_, step) => points[(from + step) % count]!);
    const isSmooth = (at: number): boolean => smooth || !found.includes(at);
    const start = isSmooth(from) ? around(from) : tangent(piece, 'start');
    const [x, y] = around(to);
    const end: Dot = isSmooth(to) ? [-x, -y] : tangent(piece, 'end');
    fitPiece(piece, start, end, tolerance, out);
  }
  out.push({ command: 'Z', at: [] });
  return out;
}
