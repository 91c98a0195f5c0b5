import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { crc32 as crc32OfNode } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32, joinCrc32 } from '../../../src/media/zip/crc32.ts';
import { ZipWriter, type ZipTarget } from '../../../src/media/zip/zip-writer.ts';

const atMs = Date.UTC(2026, 10, 24, 9, 8, 6);
const text = (value: string) => new TextEncoder().encode(value);

/** A file in memory that can grow to any length, of which only what was written is kept. */
class Disk implements ZipTarget {
  readonly pieces: { at: number; bytes: Uint8Array<ArrayBuffer> }[] = [];

  write(bytes: Uint8Array<ArrayBuffer>, at: number): void {
    this.pieces.push({ at, bytes: bytes.slice() });
  }

  blob(length: number): Blob {
    const ends = this.pieces.map(({ at, bytes }) => at + bytes.length);
    const whole = new Uint8Array(Math.max(length, ...ends));
    for (const { at, bytes } of this.pieces) whole.set(bytes, at);
    return new Blob([whole.subarray(0, length)]);
  }
}

async function read(blob: Blob) {
  const reader = new ZipReader(new BlobReader(blob), { checkSignature: true });
  const files = new Map<string, string>();
  for (const entry of await reader.getEntries()) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return files;
}

test('checksums are those of ZIP, in one go and in pieces of any length', () => {
  const bytes = new Uint8Array(100_003).map((_unused, at) => (at * 31) ^ (at >> 7));
  expect(crc32(bytes)).toBe(crc32OfNode(bytes));
  expect(crc32(bytes.subarray(777), crc32(bytes.subarray(0, 777)))).toBe(crc32OfNode(bytes));
});

test('a checksum is right wherever its bytes begin and however many they are', () => {
  const bytes = Uint8Array.from({ length: 96 }, (_, at) => (at * 151 + 7) % 256);
  for (let from = 0; from < 8; from += 1) {
    for (let length = 0; length <= 64; length += 1) {
      const piece = bytes.subarray(from, from + length);
      expect(crc32(piece), `${length} from ${from}`).toBe(crc32OfNode(piece));
    }
  }
});

test('two checksums make that of both pieces, however long each is', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 151 + (at >> 9)) % 256);
  for (const length of [0, 1, 2, 63, 64, 65_535, 65_536, 70_000]) {
    const [before, after] = [bytes.subarray(0, length), bytes.subarray(length)];
    const joined = joinCrc32(crc32(before), crc32(after), after.length);
    expect(joined, `${length} first`).toBe(crc32OfNode(bytes));
  }
});

test('a file in pieces is the same when somebody else works out their checksums', async () => {
  const large = new Uint8Array(2_500_000).map((_unused, at) => at * 7);
  const archives = [false, true].map(async (isToldThem) => {
    const disk = new Disk();
    const writer = new ZipWriter(disk);
    await writer.addPieces('large', { bytes: large.length, atMs }, async (take) => {
      for (let at = 0; at < large.length; at += 1_000_000) {
        const piece = large.slice(at, at + 1_000_000);
        await take(piece, isToldThem ? crc32OfNode(piece) : undefined);
      }
    });
    return disk.blob(await writer.finish()).bytes();
  });
  const [plain, told] = await Promise.all(archives);
  expect(crc32OfNode(told!)).toBe(crc32OfNode(plain!));
  expect(writerCrc(told!)).toBe(crc32OfNode(large));
});

/** The checksum that the first header of an archive tells. */
const writerCrc = ({ buffer }: Uint8Array): number => new DataView(buffer).getUint32(14, true);

test('files come back as they were, with names in any script', async () => {
  const disk = new Disk();
  const writer = new ZipWriter(disk);
  await writer.add('works/雪山 🦊.txt', text('snow'), atMs);
  const large = new Uint8Array(1024 * 1024 + 17).map((_unused, at) => at * 7);
  await writer.addBlob('large.bin', new Blob([large]), atMs);
  await writer.add('empty', text(''), atMs);
  const blob = disk.blob(await writer.finish());
  const reader = new ZipReader(new BlobReader(blob), { checkSignature: true });
  const [snow, film, empty] = await reader.getEntries();
  expect(snow?.filename).toBe('works/雪山 🦊.txt');
  expect(film && !film.directory && (await film.getData(new Uint8ArrayWriter()))).toEqual(large);
  expect(empty?.uncompressedSize).toBe(0);
});

test('what was whole when an archive was cut is gone on from', async () => {
  const disk = new Disk();
  const first = new ZipWriter(disk);
  await first.add('one', text('1'), atMs);
  await first.add('two', text('2'), atMs);
  await first.flush();
  const known = structuredClone(first.entries);
  await first.add('half', text('written, and never noted'), atMs);
  await first.flush();

  const second = new ZipWriter(disk, known);
  await second.add('three', text('3'), atMs);
  expect(await read(disk.blob(await second.finish()))).toEqual(
    new Map([
      ['one', '1'],
      ['two', '2'],
      ['three', '3'],
    ]),
  );
});

test('a file that breaks off leaves nothing of itself behind', async () => {
  const disk = new Disk();
  const writer = new ZipWriter(disk);
  await writer.add('before', text('1'), atMs);
  const broken = writer.addPieces('broken', { bytes: 3_000_000, atMs }, async (take) => {
    await take(new Uint8Array(2_000_000));
    throw new Error('the disk has lost it');
  });
  await expect(broken).rejects.toThrow('the disk has lost it');
  await writer.add('after', text('2'), atMs);
  expect([...(await read(disk.blob(await writer.finish()))).keys()]).toEqual(['before', 'after']);
});

test('a target that can refer to files gets them unread, and the same archive', async () => {
  const file = new Blob(['as it lies there']);
  const referred: Blob[] = [];
  const plain = new Disk();
  const referring = Object.assign(new Disk(), {
    refer: (blob: Blob) => void referred.push(blob),
  });
  const archives = await Promise.all(
    [plain, referring].map(async (disk) => {
      const writer = new ZipWriter(disk);
      await writer.addBlob('file', file, atMs);
      await writer.add('after', text('x'), atMs);
      return writer.finish();
    }),
  );
  expect(referred).toEqual([file]);
  expect(archives[0]).toBe(archives[1]);
});

/** Entries of 2.6 GB that are said to be there: only what follows them is written. */
test('texts of any length come back as they were, wherever a megabyte ends', async () => {
  const disk = new Disk();
  const writer = new ZipWriter(disk);
  const texts = [0, 10, 300_000, 349_000, 349_600, 5, 1_200_000, 340_000].map((length, at) => [
    `文 ${at}`,
    '窑a'.repeat(length / 2),
  ]);
  for (const [name = '', content = ''] of texts) await writer.addText(name, content, atMs);
  expect([...(await read(disk.blob(await writer.finish())))]).toEqual(texts);
});

const films = [0, 1].map((at) => ({
  name: `film-${at}`,
  bytes: 2_600_000_000,
  crc: 1,
  offset: at * 2_600_000_036,
  atMs,
}));

test('beyond 4 GB sizes and places are those of ZIP64', async () => {
  const disk = new Disk();
  const writer = new ZipWriter(disk, films);
  await writer.add('after', text('x'), atMs);
  const length = await writer.finish();
  expect(length).toBeGreaterThan(5_200_000_000);
  // A reader that finds five gigabytes of nothing before what was written.
  const from = films.length * 2_600_000_036;
  const tail = new Uint8Array(length - from);
  for (const { at, bytes } of disk.pieces) tail.set(bytes, at - from);
  const sparse = {
    size: length,
    async readUint8Array(at: number, count: number) {
      const bytes = new Uint8Array(Math.min(count, length - at));
      const begin = Math.max(0, from - at);
      bytes.set(tail.subarray(Math.max(0, at - from), at + bytes.length - from), begin);
      return bytes;
    },
  };
  const entries = await new ZipReader(sparse as never).getEntries();
  expect(entries.map(({ filename, offset }) => [filename, offset])).toEqual([
    ['film-0', 0],
    ['film-1', 2_600_000_036],
    ['after', from],
  ]);
  expect(entries[1]?.uncompressedSize).toBe(2_600_000_000);
});

test('beyond 65,535 files their number is that of ZIP64', async () => {
  const disk = new Disk();
  const known = Array.from({ length: 70_000 }, (_unused, at) => ({
    name: `w${String(at).padStart(5, '0')}`,
    bytes: 0,
    crc: 0,
    offset: at * 36,
    atMs,
  }));
  const length = await new ZipWriter(disk, known).finish();
  const end = new DataView(await disk.blob(length).slice(-98).arrayBuffer());
  expect(end.getUint32(0, true)).toBe(0x06064b50);
  expect(end.getBigUint64(24, true)).toBe(70_000n);
  expect(end.getUint16(76 + 10, true)).toBe(0xffff);
});
