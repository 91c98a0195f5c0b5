import { EngineError, refusedInput } from '../../engines/contract/engine.ts';
import type { Surface } from '../painter/surface.ts';
import type { Profile } from './lathe.ts';

/** Rings of a turned solid. */
const rings = 192;

function refuse(): EngineError {
  return refusedInput(
    { field: 'image', reason: 'no-single-thing' },
    'No single thing on a plain background was found; a lathe needs one, upright, as a vase on white',
  );
}

/** The level that divides two kinds of values best (Otsu 1979). */
function divide(values: Float32Array, most: number): number {
  const histogram = new Float64Array(128);
  for (const value of values) histogram[Math.min(127, Math.floor((value / most) * 128))]! += 1;
  let total = 0;
  for (let level = 0; level < 128; level += 1) total += level * histogram[level]!;
  let [below, sum, best, level] = [0, 0, -1, 0];
  for (let at = 0; at < 128; at += 1) {
    below += histogram[at]!;
    sum += at * histogram[at]!;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const between = below * above * (sum / below - (total - sum) / above) ** 2;
    if (between > best) [best, level] = [between, at];
  }
  return ((level + 1) / 128) * most;
}

/** The largest connected part of what a mask marks. */
function largest(mask: Uint8Array, width: number): Uint8Array {
  const seen = new Uint8Array(mask.length);
  const queue = new Int32Array(mask.length);
  let best: Int32Array = new Int32Array(0);
  for (let start = 0; start < mask.length; start += 1) {
    if (seen[start] || !mask[start]) continue;
    let [head, tail] = [0, 1];
    queue[0] = start;
    seen[start] = 1;
    while (head < tail) {
      const index = queue[head]!;
      head += 1;
      const x = index % width;
      for (const other of [
        x > 0 ? index - 1 : -1,
        x < width - 1 ? index + 1 : -1,
        index - width,
        index + width,
      ]) {
        if (other < 0 || other >= mask.length || seen[other] || !mask[other]) continue;
        seen[other] = 1;
        queue[tail] = other;
        tail += 1;
      }
    }
    if (tail > best.length) best = queue.slice(0, tail);
  }
  const result = new Uint8Array(mask.length);
  for (const index of best) result[index] = 1;
  return result;
}

/**
 * The outline of the one thing in a picture, as half its width at each height about an upright axis.
 * @throws EngineError `invalid-input` where there is no such thing
 */
export function profileOf({ data, width, height }: Surface): Profile {
  const rim: number[] = [];
  for (let x = 0; x < width; x += 1) rim.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y += 1) rim.push(y * width, y * width + width - 1);
  const background = [0, 1, 2].map((part) => {
    const levels = rim
      .map((index) => data[index * 3 + part]!)
      .toSorted((one, other) => one - other);
    return levels[Math.floor(levels.length / 2)]!;
  });
  const distances = Float32Array.from({ length: width * height }, (_, index) =>
    Math.hypot(
      ...background.map(
        (level, part) => (data[index * 3 + part]! - level) * (part === 0 ? 1 : 1.6),
      ),
    ),
  );
  const most = distances.reduce((high, value) => Math.max(high, value), 0);
  if (most < 0.06) throw refuse();
  const threshold = Math.max(0.04, 0.75 * divide(distances, most));
  const mask = largest(
    Uint8Array.from(distances, (value) => (value > threshold ? 1 : 0)),
    width,
  );
  const onRim = rim.filter((index) => mask[index]).length / rim.length;
  const rows: { left: number; right: number }[] = [];
  let first = -1;
  for (let y = 0; y < height; y += 1) {
    let [left, right] = [-1, -1];
    for (let x = 0; x < width; x += 1) {
      if (!mask[y * width + x]) continue;
      if (left < 0) left = x;
      right = x;
    }
    if (left < 0) {
      if (first >= 0) break;
      continue;
    }
    if (first < 0) first = y;
    rows.push({ left, right: right + 1 });
  }
  if (rows.length < 8 || rows.length < height * 0.1 || onRim > 0.35) throw refuse();
  const middles = rows
    .map(({ left, right }) => (left + right) / 2)
    .toSorted((one, other) => one - other);
  const axis = middles[Math.floor(middles.length / 2)]!;
  const raw = Float32Array.from({ length: rings }, (_, ring) => {
    const { left, right } = rows[Math.round((ring / (rings - 1)) * (rows.length - 1))]!;
    return (right - left) / 2 / rows.length;
  });
  // One ragged row would be a groove all around.
  const radii = raw.map((_, ring) => {
    let [sum, weight] = [0, 0];
    for (let near = Math.max(0, ring - 2); near <= Math.min(rings - 1, ring + 2); near += 1) {
      const share = 3 - Math.abs(near - ring);
      sum += raw[near]! * share;
      weight += share;
    }
    return Math.max(0.002, sum / weight);
  });
  return {
    radii,
    axis: axis / width,
    top: first / height,
    height: rows.length / height,
    across: rows.length / width,
  };
}
