import { expect, test } from 'vitest';
import { fromBfloat, fromHalf, toHalf } from '../../../src/diffusion/half.ts';

test('every number of half precision comes back as it was, and none is another', () => {
  const float16 = new Float16Array(1);
  const bits = new Uint16Array(float16.buffer);
  for (let each = 0; each < 65_536; each += 1) {
    bits[0] = each;
    const value = float16[0]!;
    if (Number.isNaN(value)) {
      expect(fromHalf(each)).toBeNaN();
      continue;
    }
    // Zero has a sign, which comparing does not see.
    if (!Object.is(fromHalf(each), value)) expect.fail(`${each} is read as ${fromHalf(each)}`);
    if (toHalf(value) !== each) expect.fail(`${value} is written as ${toHalf(value)}`);
  }
});

test('any other number becomes the nearest one, as the engine itself rounds', () => {
  const float16 = new Float16Array(1);
  const bits = new Uint16Array(float16.buffer);
  let seed = 1;
  for (let each = 0; each < 100_000; each += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const value = Math.fround((seed / 2 ** 31 - 1) * 2 ** ((each % 44) - 27));
    float16[0] = value;
    if (toHalf(value) !== bits[0]) expect.fail(`${value} is written as ${toHalf(value)}`);
  }
  expect(toHalf(65_519)).toBe(0x7bff);
  expect(toHalf(65_520)).toBe(0x7c00);
  expect(toHalf(NaN)).toBe(0x7e00);
});

test('bfloat16 is the upper half of a float', () => {
  expect(fromBfloat(0x3f80)).toBe(1);
  expect(fromBfloat(0xc0a0)).toBe(-5);
});
