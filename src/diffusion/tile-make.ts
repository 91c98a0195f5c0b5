import type { InputValues } from '../domain/model.ts';
import { inTiles, type Rgb, type TileModel } from './in-tiles.ts';
import type { TileWork } from './tile-run.ts';

/** What a network takes and gives: values, and how they lie. */
export interface TileTensor {
  data: Float32Array;
  dims: readonly number[];
}
/** One of our conversions, loaded: `picture` in, `result` out. */
export type TileNetwork = (input: TileTensor) => Promise<TileTensor>;

/** From pixels one after the other to one colour after the other, which most models take. */
export function toPlanes(pixels: Float32Array, count: number): Float32Array {
  const planes = new Float32Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      planes[channel * count + at] = pixels[at * 3 + channel] ?? 0;
    }
  }
  return planes;
}

function fromPlanes(planes: Float32Array, count: number): Float32Array {
  const pixels = new Float32Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at * 3 + channel] = planes[channel * count + at] ?? 0;
    }
  }
  return pixels;
}

/** How each of our conversions takes a tile. */
export function tileModelOf(
  task: TileWork['task'],
  network: TileNetwork,
  scale: number,
): TileModel {
  if (task === 'deblur') {
    return async (tile, width, height) =>
      (await network({ data: tile, dims: [1, height, width, 3] })).data;
  }
  return async (tile, width, height) => {
    const { data } = await network({
      data: toPlanes(tile, width * height),
      dims: [1, 3, height, width],
    });
    return fromPlanes(data, width * height * scale * scale);
  };
}

/** What was made, and what was there, in parts. */
function mixed(made: Uint8Array, before: Uint8Array, strength: number): Uint8Array {
  if (strength >= 1) return made;
  return made.map((value, at) => Math.round(value * strength + (before[at] ?? 0) * (1 - strength)));
}

/** By how much a request enlarges; 1 where it keeps the size. */
export const scaleOf = ({ task }: Pick<TileWork, 'task'>, input: InputValues): number =>
  task === 'upscale' ? Number(input['scale'] ?? 2) : 1;

/**
 * Lets a model work on a picture.
 * @param report 0…1, after each tile, with a way to look at what there is; awaited
 */
export async function makeInTiles(
  { task, run }: TileWork,
  network: TileNetwork,
  picture: Rgb,
  input: InputValues,
  report: (fraction: number, glance: (side: number) => Rgb) => Promise<void> | void,
): Promise<Rgb> {
  const scale = scaleOf({ task }, input);
  const { side, overlap } = run;
  const rules = { side, overlap, scale, mayBeSmaller: task === 'upscale' };
  const made = await inTiles(picture, rules, tileModelOf(task, network, scale), report);
  const strength = task === 'deblur' ? Number(input['strength'] ?? 1) : 1;
  return { ...made, data: mixed(made.data, picture.data, strength) };
}

/**
 * One tile of nothing: the second of two, since a model prepares itself with the first.
 * @param nowMs a clock that only goes on
 * @returns how long a million pixels of a source take, and what became of the tile
 */
export async function measureTiles(
  { task, run }: TileWork,
  network: TileNetwork,
  scale: number,
  nowMs: () => number,
): Promise<{ secondsPerMegapixel: number; made: Float32Array }> {
  const model = tileModelOf(task, network, scale);
  const tile = new Float32Array(run.side ** 2 * 3).fill(0.5);
  await model(tile, run.side, run.side);
  const beganMs = nowMs();
  const made = await model(tile, run.side, run.side);
  const seconds = (nowMs() - beganMs) / 1000;
  const fresh = (run.side - run.overlap) ** 2;
  return { secondsPerMegapixel: (seconds * 1_000_000) / fresh, made };
}
