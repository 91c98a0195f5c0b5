import { expect, test } from 'vitest';
import { blockSide, findMotion, motionReach, movePlane } from '../../../workers/video/motion.ts';
import { samplePlane } from '../../../workers/video/sampled-plane.ts';

const width = 256;
const height = 192;

/** A soft pattern that nothing in it repeats nearby, moved by so many pixels. */
function pattern(dx: number, dy: number): Uint8Array {
  const plane = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [px, py] = [x - dx, y - dy];
      const value =
        128 +
        40 * Math.sin(px / 9 + 2 * Math.cos(py / 17)) +
        40 * Math.sin(py / 11 + 3 * Math.sin(px / 23)) +
        20 * Math.sin((px + py) / 31);
      plane[y * width + x] = Math.round(value);
    }
  }
  return plane;
}

function difference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (const [index, value] of one.entries()) sum += Math.abs(value - other[index]!);
  return sum / one.length;
}

function between(first: Uint8Array, second: Uint8Array, share: number): Uint8Array {
  const border = motionReach(width, height) + 2;
  const into = new Uint8Array(width * height);
  movePlane(
    samplePlane(first, width, height, border),
    samplePlane(second, width, height, border),
    findMotion(first, second, width, height),
    { width, height, side: blockSide, share },
    into,
  );
  return into;
}

test('a known move is found, to a part of a pixel', () => {
  for (const [dx, dy] of [
    [13, -7],
    [-4, 9],
    [2.5, 1],
    [0, 0],
  ] as const) {
    const { x, y, columns, rows } = findMotion(pattern(0, 0), pattern(dx, dy), width, height);
    expect([columns, rows]).toEqual([32, 24]);
    // At the edges something comes in that was not there before.
    let wrong = 0;
    let looked = 0;
    for (let row = 3; row < rows - 3; row += 1) {
      for (let column = 3; column < columns - 3; column += 1) {
        const at = row * columns + column;
        looked += 1;
        if (Math.hypot(x[at]! / 16 - dx, y[at]! / 16 - dy) > 1) wrong += 1;
      }
    }
    expect(wrong / looked, `${dx} ${dy}`).toBeLessThan(0.05);
  }
});

test('half way is where the pattern is then, which a fade would miss', () => {
  const [first, second] = [pattern(0, 0), pattern(12, -8)];
  const truth = pattern(6, -4);
  const faded = first.map((value, index) => (value + second[index]!) >> 1);
  const moved = difference(between(first, second, 128), truth);
  expect(moved).toBeLessThan(3);
  expect(moved).toBeLessThan(difference(faded, truth) / 4);
});

test('the first frame is the first picture, byte for byte', () => {
  const first = pattern(0, 0);
  expect(between(first, pattern(12, -8), 0)).toEqual(first);
});

test('pictures that have nothing in common fade, and move nothing about', () => {
  const dark = new Uint8Array(width * height).fill(20);
  const light = new Uint8Array(width * height).fill(220);
  const { x, y } = findMotion(dark, light, width, height);
  expect(Math.max(...x.map(Math.abs), ...y.map(Math.abs))).toBe(0);
  expect(new Set(between(dark, light, 128))).toEqual(new Set([120]));
});
