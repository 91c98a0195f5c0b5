import { expect, test } from 'vitest';
import {
  comparedIds,
  comparedPair,
  readComparedSearch,
  writeComparedIds,
} from '../../../src/domain/compared-works.ts';
import { differenceOf } from '../../../src/domain/pictures/difference.ts';
import { workId } from '../../fixtures/works.ts';

test('an address names each work once, eight at most, and nothing that is no work', () => {
  const ids = Array.from({ length: 12 }, (_, at) => workId(at));
  expect(comparedIds(writeComparedIds(ids))).toEqual(ids.slice(0, 8));
  const twice = writeComparedIds([workId(1), workId(2), workId(1)]);
  expect(comparedIds(`${twice},nobody,c_,<script>`)).toEqual([workId(1), workId(2)]);
  expect(readComparedSearch({ works: 'nobody', view: 'x-ray', a: 0, b: 1e9 })).toEqual({
    works: undefined,
    view: undefined,
    a: undefined,
    b: undefined,
  });
  expect(readComparedSearch({ view: 'difference', a: '2', b: 3 })).toMatchObject({
    view: 'difference',
    a: 2,
    b: 3,
  });
});

test('two different works stand against each other, whatever the address says', () => {
  const three = [0, 1, 2];
  expect(comparedPair({}, three)).toEqual([0, 1]);
  expect(comparedPair({ a: 2 }, three)).toEqual([1, 0]);
  expect(comparedPair({ b: 1 }, three)).toEqual([1, 0]);
  expect(comparedPair({ a: 3, b: 2 }, three)).toEqual([2, 1]);
  for (const a of [undefined, 1, 2, 8]) {
    for (const b of [undefined, 1, 2, 8]) {
      const [one, other] = comparedPair({ ...(a && { a }), ...(b && { b }) }, [0, 1]);
      expect(new Set([one, other])).toEqual(new Set([0, 1]));
    }
  }
});

test('numbers of an address go on meaning the same works when one of them is gone', () => {
  const withoutSecond = [0, 2, 3];
  expect(comparedPair({ a: 3, b: 4 }, withoutSecond)).toEqual([2, 3]);
  expect(comparedPair({ a: 2, b: 4 }, withoutSecond)).toEqual([0, 3]);
  expect(comparedPair({}, withoutSecond)).toEqual([0, 2]);
});

test('what differs is the distance in each channel; what encoders do by themselves does not count', () => {
  const left = Uint8ClampedArray.from([10, 20, 30, 255, 100, 100, 100, 0]);
  const right = Uint8ClampedArray.from([13, 20, 27, 255, 100, 200, 90, 255]);
  const out = new Uint8ClampedArray(8);
  expect(differenceOf(left, right, out)).toBe(0.5);
  expect([...out]).toEqual([3, 0, 3, 255, 0, 100, 10, 255]);
  expect(differenceOf(left, left, out)).toBe(0);
  expect(differenceOf(new Uint8ClampedArray(0), new Uint8ClampedArray(0), out)).toBe(0);
});
