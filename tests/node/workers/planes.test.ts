import { expect, test } from 'vitest';
import { blend, planeBytes, planesWithin, toPlanes } from '../../../workers/video/planes.ts';

function filled(red: number, green: number, blue: number) {
  const size = { width: 6, height: 6 };
  const rgba = new Uint8ClampedArray(6 * 6 * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([red, green, blue, 255], at);
  return { rgba, size };
}

test('black, white and grey have no colour, within the limits that players expect', () => {
  for (const matrix of ['bt709', 'smpte170m'] as const) {
    for (const [grey, brightness] of [
      [0, 16],
      [128, 126],
      [255, 235],
    ] as const) {
      const { rgba, size } = filled(grey, grey, grey);
      const { y, u, v } = toPlanes(rgba, size, matrix);
      expect(new Set(y)).toEqual(new Set([brightness]));
      expect(new Set([...u, ...v])).toEqual(new Set([128]));
    }
  }
});

test('red has the figures of the standard', () => {
  const { rgba, size } = filled(255, 0, 0);
  const { y, u, v } = toPlanes(rgba, size, 'bt709');
  expect([y[0], u[0], v[0]]).toEqual([63, 102, 240]);
});

test('a blend takes as much of each picture as it should, at every length', () => {
  const size = { width: 66, height: 66 };
  const bytes = planeBytes(size);
  // No multiple of four: the last bytes are no whole word.
  expect(bytes % 4).toBe(2);
  const from = Uint8Array.from({ length: bytes }, (_, index) => (index * 7) % 256);
  const to = Uint8Array.from({ length: bytes }, (_, index) => (index * 31 + 90) % 256);
  for (const share of [0, 1, 64, 128, 255, 256]) {
    const into = planesWithin(new Uint8Array(bytes), size).bytes;
    blend(from, to, share, into);
    const wanted = from.map(
      (value, index) => (value * (256 - share) + to[index]! * share + 128) >> 8,
    );
    expect(into).toEqual(wanted);
  }
});
