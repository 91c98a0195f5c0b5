import { expect, test } from 'vitest';
import { inTiles, type TileModel } from '../../../src/diffusion/in-tiles.ts';
import { tileBegins, tileShares } from '../../../src/diffusion/tiles.ts';
import { seededRandom } from '../../faults/rules.ts';

const noise = (width: number, height: number, seed: number) => {
  const random = seededRandom(seed);
  return {
    data: Uint8Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256)),
    width,
    height,
  };
};

/** Makes each pixel a square of them. */
const enlarge =
  (scale: number): TileModel =>
  (tile, width, height) => {
    const made = new Float32Array(tile.length * scale * scale);
    for (let y = 0; y < height * scale; y += 1) {
      for (let x = 0; x < width * scale; x += 1) {
        for (let channel = 0; channel < 3; channel += 1) {
          const from = (Math.floor(y / scale) * width + Math.floor(x / scale)) * 3 + channel;
          made[(y * width * scale + x) * 3 + channel] = tile[from] ?? 0;
        }
      }
    }
    return Promise.resolve(made);
  };

test('tiles cover every length, and together have one say about each pixel', () => {
  for (const [length, side, overlap] of [
    [1, 64, 16],
    [64, 64, 16],
    [65, 64, 16],
    [112, 64, 16],
    [1_000, 64, 16],
    [301, 256, 64],
    [2_048, 256, 0],
  ] as const) {
    const begins = tileBegins(length, side, overlap);
    expect(begins[0]).toBe(0);
    expect((begins.at(-1) ?? 0) + Math.min(side, length)).toBe(length);
    for (const scale of [1, 2]) {
      const total = new Float32Array(length * scale);
      for (const [at, share] of tileShares(begins, { side, overlap, scale }, length).entries()) {
        for (const [here, value] of share.entries()) {
          const to = (begins[at] ?? 0) * scale + here;
          total[to] = (total[to] ?? 0) + value;
        }
      }
      expect(Math.min(...total)).toBeCloseTo(1, 5);
      expect(Math.max(...total)).toBeCloseTo(1, 5);
    }
  }
});

test('a model that changes nothing leaves every pixel as it was, at any size', async () => {
  let seed = 0;
  for (const [width, height] of [
    [1, 1],
    [3, 200],
    [64, 64],
    [130, 97],
  ] as const) {
    const picture = noise(width, height, (seed += 1));
    for (const mayBeSmaller of [true, false]) {
      const fractions: number[] = [];
      const made = await inTiles(
        picture,
        { side: 64, overlap: 16, scale: 1, mayBeSmaller },
        enlarge(1),
        (fraction) => {
          fractions.push(fraction);
        },
      );
      expect(made).toEqual(picture);
      expect(fractions.at(-1)).toBe(1);
    }
    const twice = await inTiles(
      picture,
      { side: 64, overlap: 16, scale: 2, mayBeSmaller: true },
      enlarge(2),
      () => undefined,
    );
    expect([twice.width, twice.height]).toEqual([width * 2, height * 2]);
    const at = ((height * 2 - 1) * width * 2 + width * 2 - 1) * 3;
    expect(twice.data.subarray(at)).toEqual(picture.data.subarray(-3));
  }
});

test('where two tiles differ, one goes over into the other without a step', async () => {
  const picture = { data: new Uint8Array(200 * 8 * 3).fill(100), width: 200, height: 8 };
  let tiles = 0;
  const made = await inTiles(
    picture,
    { side: 64, overlap: 32, scale: 1, mayBeSmaller: true },
    (tile) => {
      tiles += 1;
      // Each sees the picture a little lighter than the one before.
      return Promise.resolve(tile.map((value) => value + tiles * 0.05));
    },
    () => undefined,
  );
  expect(tiles).toBeGreaterThan(4);
  const row = Array.from({ length: 200 }, (_, x) => made.data[x * 3] ?? 0);
  const steps = row.slice(1).map((value, at) => value - (row[at] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(2);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
});

test('a glance shows what is made over what was there, at any time and size', async () => {
  // A grey picture that the model makes white.
  const picture = { data: new Uint8Array(150 * 100 * 3).fill(100), width: 150, height: 100 };
  const glances: number[][] = [];
  await inTiles(
    picture,
    { side: 64, overlap: 16, scale: 2, mayBeSmaller: true },
    (_tile, width, height) => Promise.resolve(new Float32Array(width * height * 4 * 3).fill(1)),
    (_, glance) => {
      const { data, width, height } = glance(60);
      expect([width, height]).toEqual([60, 40]);
      // The first and the last pixel, and the mean of all.
      const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
      glances.push([data[0] ?? 0, data.at(-1) ?? 0, mean]);
    },
  );
  expect(glances.length).toBeGreaterThan(3);
  expect(glances[0]?.slice(0, 2)).toEqual([255, 100]);
  const means = glances.map(([, , mean]) => mean ?? 0);
  expect(means).toEqual(means.toSorted((a, b) => a - b));
  expect(glances.at(-1)).toEqual([255, 255, 255]);
});

test('what a model makes beyond black and white is black and white', async () => {
  const picture = noise(10, 10, 9);
  const made = await inTiles(
    picture,
    { side: 64, overlap: 16, scale: 1, mayBeSmaller: true },
    (tile) => Promise.resolve(tile.map((value, at) => (at % 2 ? 1.4 : -0.3 * value))),
    () => undefined,
  );
  expect(new Set(made.data)).toEqual(new Set([0, 255]));
});
