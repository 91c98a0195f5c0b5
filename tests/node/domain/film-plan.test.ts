import { describe, expect, test } from 'vitest';
import {
  filmSize,
  finalFramerateRange,
  frameCount,
  initialFramerateRange,
  placePicture,
  planFilm,
  settleRate,
} from '../../../src/domain/film-plan.ts';

const every = ({ min, max, step }: { min: number; max: number; step: number }) =>
  Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step);

describe('the frames of a film', () => {
  test('are N · final / initial', () => {
    expect(frameCount(20, { initial: 1, final: 60 })).toBe(1_200);
    expect(frameCount(1, { initial: 1, final: 60 })).toBe(60);
    expect(frameCount(2, { initial: 10, final: 120 })).toBe(24);
    // 4.28 frames for each of them: none is lost.
    expect(frameCount(7, { initial: 7, final: 30 })).toBe(30);
  });

  test('show every picture at every pair of rates, without a gap, and the last one to the end', () => {
    for (const initial of every(initialFramerateRange)) {
      for (const final of every(finalFramerateRange)) {
        for (const pictures of [1, 2, 5, 23]) {
          const plan = planFilm(pictures, { initial, final });
          expect(plan.map(({ picture }) => picture)).toEqual([...Array(pictures).keys()]);
          let from = 0;
          for (const stretch of plan) {
            expect(stretch.from).toBe(from);
            expect(stretch.to).toBeGreaterThan(stretch.from);
            from = stretch.to;
          }
          expect(from).toBe(frameCount(pictures, { initial, final }));
          expect(plan.at(-1)?.next).toBeNull();
        }
      }
    }
  });

  test('of a single picture are the picture, from the first to the last', () => {
    expect(planFilm(1, { initial: 1, final: 15 })).toEqual([
      { picture: 0, next: null, from: 0, to: 15 },
    ]);
  });
});

describe('the size of a film', () => {
  test('is that of most of its pictures, of the earliest where they are equally many', () => {
    const square = { width: 512, height: 512 };
    const wide = { width: 768, height: 512 };
    expect(filmSize([square, wide, wide])).toEqual(wide);
    expect(filmSize([square, wide])).toEqual(square);
    expect(filmSize([])).toEqual(square);
  });

  test('has even sides, as encoders ask for, and no larger ones than they take', () => {
    expect(filmSize([{ width: 511, height: 333 }])).toEqual({ width: 512, height: 334 });
    expect(filmSize([{ width: 4_096, height: 3_072 }])).toEqual({ width: 2_048, height: 1_536 });
    expect(filmSize([{ width: 3, height: 900 }], 384)).toEqual({ width: 64, height: 384 });
  });
});

describe('a picture in a film', () => {
  const film = { width: 800, height: 400 };

  test('is shown whole, or cut to fill, and keeps its shape', () => {
    for (const fit of ['fit', 'fill', 'blur'] as const) {
      const { width, height, x, y, leavesGround } = placePicture(
        { width: 300, height: 300 },
        film,
        fit,
      );
      expect(width).toBe(height);
      expect(width).toBe(fit === 'fill' ? 800 : 400);
      expect([x * 2 + width, y * 2 + height]).toEqual([800, 400]);
      expect(leavesGround).toBe(fit !== 'fill');
    }
  });

  test('of odd sides leaves no stripe of a pixel', () => {
    const placed = placePicture({ width: 511, height: 333 }, { width: 512, height: 334 }, 'fit');
    expect(placed.leavesGround).toBe(false);
    expect(placed.width).toBeGreaterThanOrEqual(512);
    expect(placed.height).toBeGreaterThanOrEqual(334);
  });
});

test('a rate that the range does not have becomes the nearest one, and what is no number the default', () => {
  expect(settleRate('37', finalFramerateRange, 60)).toBe(30);
  expect(settleRate(1_000, finalFramerateRange, 60)).toBe(120);
  expect(settleRate(0, initialFramerateRange, 1)).toBe(1);
  expect(settleRate('fast', initialFramerateRange, 1)).toBe(1);
  expect(settleRate(undefined, finalFramerateRange, 60)).toBe(60);
  expect(settleRate('', finalFramerateRange, 60)).toBe(60);
});
