import { expect, test } from 'vitest';
import { writeAll } from '../../../src/media/write-file.ts';

test.each([
  ['less than was given', 2],
  ['an error’s number without its sign', 4_294_967_288],
])('a full disk that is told as %s is no success', (_how, returned) => {
  expect(() => writeAll({ write: () => returned }, new Uint8Array(3), 0)).toThrow(
    expect.objectContaining({ name: 'QuotaExceededError' }),
  );
});

test('what was written whole is written where it belongs', () => {
  const written: [number[], number][] = [];
  const write = (bytes: Uint8Array, { at }: { at: number }) => {
    written.push([[...bytes], at]);
    return bytes.byteLength;
  };
  writeAll({ write }, Uint8Array.of(1, 2, 3), 7);
  expect(written).toEqual([[[1, 2, 3], 7]]);
});
