import { expect, test } from 'vitest';
import { RefusedError } from '../../../src/domain/imports/refusals.ts';
import { WindowReader } from '../../../src/media/zip/window-reader.ts';

/** A file that tells what is read of it. */
function countedFile(bytes: number) {
  const content = Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + (at >> 8)) % 256);
  const file = new Blob([content]);
  const read: [number, number][] = [];
  const slice = file.slice.bind(file);
  file.slice = (from = 0, to = bytes) => {
    read.push([from, to]);
    return slice(from, to);
  };
  return { file, content, read };
}

test('any place of a file is read as it is, across the borders of what is read at once', async () => {
  const { file, content } = countedFile(1_000);
  const reader = new WindowReader(file, 64);
  for (let at = 0; at < 1_100; at += 7) {
    for (const length of [1, 31, 32, 33, 64]) {
      expect(await reader.read(at, length)).toEqual(content.subarray(at, at + length));
    }
  }
  await expect(reader.read(0, 65)).rejects.toThrow(RangeError);
});

test('a file that is gone through by several at once is read once', async () => {
  const { file, content, read } = countedFile(4_096);
  const reader = new WindowReader(file, 256);
  const entries = Array.from({ length: 100 }, (_, index) => index * 40);
  for (let from = 0; from < entries.length; from += 6) {
    await Promise.all(
      entries.slice(from, from + 6).map(async (at) => {
        expect(await reader.read(at, 4)).toEqual(content.subarray(at, at + 4));
        expect(await reader.read(at + 4, 36)).toEqual(content.subarray(at + 4, at + 40));
      }),
    );
  }
  expect(read.map(([from]) => from)).toEqual([...new Set(read.map(([from]) => from))]);
});

test('a file that can not be read is refused each time it is asked for', async () => {
  const { file, content } = countedFile(512);
  const slice = file.slice.bind(file);
  let isGone = true;
  file.slice = (from, to) => {
    const part = slice(from, to);
    if (isGone) {
      part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    }
    return part;
  };
  const reader = new WindowReader(file, 128);
  await expect(reader.read(0, 10)).rejects.toThrow(RefusedError);
  await expect(reader.read(0, 10)).rejects.toThrow(RefusedError);
  isGone = false;
  expect(await reader.read(0, 10)).toEqual(content.subarray(0, 10));
});
