import { parts, patchRadius, patchSide, type Level } from './level.ts';

/** Which patch of the picture each patch over a hole resembles most (a nearest-neighbour field). */
export interface Field {
  level: Level;
  /** Centres of patches that touch a hole, row by row. */
  targets: Int32Array;
  /** Of a pixel: its place in `targets`, or -1. */
  targetAt: Int32Array;
  /** Centres of patches without any hole. */
  sources: Int32Array;
  isSource: Uint8Array;
  /** Of each target: the centre of its likeness. */
  match: Int32Array;
  /** Of each target: squared difference to it. */
  distance: Float32Array;
}

/** Fast random whole numbers (xorshift32): the inner loops draw hundreds of millions. */
export interface Dice {
  /** 0…below-1 */
  roll(below: number): number;
}

export function createDice(seed: number): Dice {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return {
    roll(below) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return Math.floor(((state >>> 0) / 4_294_967_296) * below);
    },
  };
}

/** Marks up to and with each pixel, so that any patch is judged by four look-ups. */
function summed(marks: Uint8Array, width: number, height: number): Int32Array {
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += marks[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

/** Centres are where the whole patch is on the picture. Null when nothing can be copied. */
export function openField(level: Level): Field | null {
  const { width, height, hole, closed } = level;
  const count = width * height;
  const holes = summed(hole, width, height);
  const refused = closed.includes(1) ? summed(closed, width, height) : null;
  const targetAt = new Int32Array(count).fill(-1);
  const isSource = new Uint8Array(count);
  const targets: number[] = [];
  const sources: number[] = [];
  for (let y = patchRadius; y < height - patchRadius; y += 1) {
    const top = (y - patchRadius) * (width + 1);
    const bottom = (y + patchRadius + 1) * (width + 1);
    for (let x = patchRadius; x < width - patchRadius; x += 1) {
      const left = x - patchRadius;
      const right = x + patchRadius + 1;
      const inside = (sums: Int32Array): number =>
        sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!;
      const pixel = y * width + x;
      if (inside(holes) > 0) {
        targetAt[pixel] = targets.length;
        targets.push(pixel);
      } else if (!refused || inside(refused) === 0) {
        isSource[pixel] = 1;
        sources.push(pixel);
      }
    }
  }
  if (sources.length === 0) return null;
  return {
    level,
    targets: Int32Array.from(targets),
    targetAt,
    sources: Int32Array.from(sources),
    isSource,
    match: new Int32Array(targets.length).fill(-1),
    distance: new Float32Array(targets.length).fill(Infinity),
  };
}

/** A piece that goes on is preferred: it may be this much worse … */
const aboutAsGood = 1.05;
/** … and one from elsewhere has to be this much better. */
const clearlyBetter = 0.85;

/** Squared difference of two patches, given up on beyond `limit`. */
function compare(
  data: Float32Array,
  rowStride: number,
  one: number,
  other: number,
  limit: number,
): number {
  let sum = 0;
  for (let row = 0; row < patchSide; row += 1) {
    for (let at = 0; at < patchSide * parts; at += 1) {
      const difference = data[one + at]! - data[other + at]!;
      sum += difference * difference;
    }
    if (sum >= limit) return sum;
    one += rowStride;
    other += rowStride;
  }
  return sum;
}

const cornerOf = (centre: number, width: number): number =>
  (centre - patchRadius * width - patchRadius) * parts;

/** Measures all likenesses again, after what is in the holes has changed. */
export function measureField({ level, targets, match, distance }: Field): void {
  const { width, data } = level;
  for (let index = 0; index < targets.length; index += 1) {
    distance[index] = compare(
      data,
      width * parts,
      cornerOf(targets[index]!, width),
      cornerOf(match[index]!, width),
      Infinity,
    );
  }
}

/**
 * One pass of PatchMatch (Barnes et al. 2009): a patch asks its neighbours where they found theirs, and looks
 * about at random, wide first.
 * @param reach of the random look, in pixels
 */
export function improveField(field: Field, forward: boolean, reach: number, dice: Dice): void {
  const { level, targets, targetAt, isSource, match, distance } = field;
  const { width, height, data } = level;
  const stride = width * parts;
  const step = forward ? 1 : -1;
  const first = forward ? 0 : targets.length - 1;
  for (let turn = 0, index = first; turn < targets.length; turn += 1, index += step) {
    const target = targets[index]!;
    const corner = cornerOf(target, width);
    let best = match[index]!;
    let bestDistance = distance[index]!;
    for (const back of [step, step * width]) {
      const neighbour = targetAt[target - back]!;
      if (neighbour < 0) continue;
      const candidate = match[neighbour]! + back;
      if (candidate === best || !isSource[candidate]) continue;
      const limit = bestDistance * aboutAsGood;
      const found = compare(data, stride, corner, cornerOf(candidate, width), limit);
      if (found < limit) {
        best = candidate;
        bestDistance = found;
      }
    }
    for (let radius = reach; radius >= 1; radius >>= 1) {
      const bestX = best % width;
      const bestY = (best - bestX) / width;
      const x = bestX + dice.roll(2 * radius + 1) - radius;
      const y = bestY + dice.roll(2 * radius + 1) - radius;
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const candidate = y * width + x;
      if (candidate === best || !isSource[candidate]) continue;
      const limit = bestDistance * clearlyBetter;
      const found = compare(data, stride, corner, cornerOf(candidate, width), limit);
      if (found < limit) {
        best = candidate;
        bestDistance = found;
      }
    }
    match[index] = best;
    distance[index] = bestDistance;
  }
}

/** Takes over the matches of the level at half the size. */
export function inheritField(field: Field, coarse: Field, dice: Dice): void {
  const { level, targets, sources, isSource, match } = field;
  const { width } = level;
  const { width: coarseWidth, height: coarseHeight } = coarse.level;
  const inset = (value: number, size: number): number =>
    Math.min(size - 1 - patchRadius, Math.max(patchRadius, value));
  for (let index = 0; index < targets.length; index += 1) {
    const x = targets[index]! % width;
    const y = (targets[index]! - x) / width;
    const coarseX = inset(x >> 1, coarseWidth);
    const coarseY = inset(y >> 1, coarseHeight);
    const found = coarse.targetAt[coarseY * coarseWidth + coarseX]!;
    let source = -1;
    if (found >= 0) {
      const matched = coarse.match[found]!;
      const matchedX = matched % coarseWidth;
      const matchedY = (matched - matchedX) / coarseWidth;
      const toX = x + 2 * (matchedX - coarseX);
      const toY = y + 2 * (matchedY - coarseY);
      if (toX >= 0 && toY >= 0 && toX < width && toY < level.height && isSource[toY * width + toX])
        source = toY * width + toX;
    }
    // The next neighbour's likeness, as a piece that goes on is better than one by chance.
    if (source < 0 && index > 0) {
      const shifted = match[index - 1]! + targets[index]! - targets[index - 1]!;
      if (isSource[shifted]) source = shifted;
    }
    match[index] = source >= 0 ? source : sources[dice.roll(sources.length)]!;
  }
}
