import { depthOfHoles, halve, levelOf, parts, patchSide, type Level } from './level.ts';
import { peelInwards } from './peel.ts';
import { composeHoles, voteInHoles } from './rebuild.ts';
import {
  createDice,
  improveField,
  inheritField,
  measureField,
  openField,
  type Field,
} from './search.ts';

/** Pixels: 8-bit sRGB triples, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Below this side a level has too few patches to choose from. */
const smallestSide = 6 * patchSide;

/** The smallest box around all that is marked; null when nothing is. */
export function boxOfHoles(hole: Uint8Array, width: number, height: number): Box | null {
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!hole[y * width + x]) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** What is worth searching for a hole: its surroundings, as wide again as it is, on each side. */
function surroundings(box: Box, width: number, height: number): Box {
  const margin = Math.max(96, Math.ceil(1.1 * Math.max(box.width, box.height)));
  const left = Math.max(0, box.left - margin);
  const top = Math.max(0, box.top - margin);
  return {
    left,
    top,
    width: Math.min(width, box.left + box.width + margin) - left,
    height: Math.min(height, box.top + box.height + margin) - top,
  };
}

/** Where nothing can be copied (a few pixels, or all but a few are marked), the known colours spread evenly. */
function spreadColours({ width, height, data, hole }: Level): void {
  const depth = depthOfHoles(hole, width, height);
  const order: number[] = [];
  for (let pixel = 0; pixel < hole.length; pixel += 1) if (hole[pixel]) order.push(pixel);
  order.sort((one, other) => depth[one]! - depth[other]! || one - other);
  const known = hole.map((value) => 1 - value);
  for (const pixel of order) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    let count = 0;
    const sum = [0, 0, 0];
    for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
        const beside = ny * width + nx;
        if (!known[beside]) continue;
        count += 1;
        for (let part = 0; part < 3; part += 1) sum[part]! += data[beside * parts + part]!;
      }
    }
    for (let part = 0; part < 3; part += 1)
      data[pixel * parts + part] = count > 0 ? sum[part]! / count : 128;
    known[pixel] = 1;
  }
}

function pyramidOf(finest: Level): Level[] {
  const levels = [finest];
  const depth = depthOfHoles(finest.hole, finest.width, finest.height);
  let deepest = depth.reduce((most, value) => Math.max(most, value), 0);
  for (;;) {
    const last = levels.at(-1)!;
    // Until a patch reaches from the rim to the middle.
    if (deepest <= patchSide / 2 || Math.min(last.width, last.height) < 2 * smallestSide) break;
    const next = halve(last);
    if (!next.hole.includes(1) || !openField(next)) break;
    levels.push(next);
    deepest /= 2;
  }
  return levels;
}

/**
 * Fills holes with pieces of their surroundings: coarse to fine, patches are matched (PatchMatch) and vote on
 * every pixel in turn, after Wexler et al. 2007 and Newson et al. 2014. Known pixels stay as they are.
 * @param hole 1 where something is to be made up
 * @param seed of the chance in the search
 * @param closed 1 where nothing may be copied from
 * @returns a new picture of the same size
 */
export function fillHoles(
  picture: Pixels,
  hole: Uint8Array,
  seed: number,
  report: (part: number) => void,
  closed?: Uint8Array,
): Uint8Array {
  const { width, height } = picture;
  const result = Uint8Array.from(picture.data);
  const box = boxOfHoles(hole, width, height);
  if (!box) return result;
  const area = surroundings(box, width, height);
  const rgb = new Uint8Array(area.width * area.height * 3);
  const marked = new Uint8Array(area.width * area.height);
  const refused = new Uint8Array(area.width * area.height);
  for (let y = 0; y < area.height; y += 1) {
    const from = (area.top + y) * width + area.left;
    rgb.set(picture.data.subarray(from * 3, (from + area.width) * 3), y * area.width * 3);
    marked.set(hole.subarray(from, from + area.width), y * area.width);
    if (closed) refused.set(closed.subarray(from, from + area.width), y * area.width);
  }
  const finest = levelOf(rgb, marked, refused, area.width, area.height);
  fillLevel(finest, seed, report);
  for (let y = 0; y < area.height; y += 1) {
    for (let x = 0; x < area.width; x += 1) {
      const pixel = y * area.width + x;
      if (!marked[pixel]) continue;
      const to = ((area.top + y) * width + area.left + x) * 3;
      for (let part = 0; part < 3; part += 1) {
        const value = Math.round(finest.data[pixel * parts + part]!);
        result[to + part] = Math.min(255, Math.max(0, value));
      }
    }
  }
  return result;
}

function fillLevel(finest: Level, seed: number, report: (part: number) => void): void {
  const isTooSmall = Math.min(finest.width, finest.height) < patchSide;
  if (isTooSmall || !openField(finest)) {
    spreadColours(finest);
    return;
  }
  const dice = createDice(seed);
  const levels = pyramidOf(finest);
  let coarse: Field | null = null;
  // A level costs about four times the next coarser one.
  const whole = (4 ** levels.length - 1) / 3;
  let done = 0;
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index]!;
    const depth = depthOfHoles(level.hole, level.width, level.height);
    const field = openField(level)!;
    if (coarse) {
      inheritField(field, coarse, dice);
      // What the smaller picture chose is copied as it is, all of it trusted alike.
      field.distance.fill(0);
      voteInHoles(field, depth, 1);
    } else {
      peelInwards(field, dice);
      for (let at = 0; at < field.match.length; at += 1)
        field.match[at] = field.sources[dice.roll(field.sources.length)]!;
    }
    const rounds = coarse ? Math.max(2, Math.min(6, 2 + 2 * index)) : 12;
    const reach = Math.max(level.width, level.height) >> (coarse ? 1 : 0);
    for (let round = 0; round < rounds; round += 1) {
      measureField(field);
      const passes = coarse ? 2 : round === 0 ? 8 : 4;
      for (let pass = 0; pass < passes; pass += 1) improveField(field, pass % 2 === 0, reach, dice);
      if (index > 0 || round + 1 < rounds) voteInHoles(field, depth, 1 + (6 * round) / rounds);
      const share = 4 ** (levels.length - 1 - index);
      report((done + (share * (round + 1)) / rounds) / whole);
    }
    done += 4 ** (levels.length - 1 - index);
    if (index === 0) composeHoles(field, 0.008);
    coarse = field;
  }
}
