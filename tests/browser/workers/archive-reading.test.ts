import { afterEach, expect, test, vi } from 'vitest';
import { crc32 } from '../../../src/media/zip/crc32.ts';
import { Reader } from '../../../workers/archive-export/reading/reader.ts';
import { pieceBytes, sumBytes } from '../../../workers/archive-export/reading/sum-bytes.ts';

const contentOf = (length: number, seed: number) =>
  new Uint8Array(length).map((_unused, at) => (at * seed) ^ (at >> 8));
const sizes = [0, 1, 70_000, pieceBytes - 1, pieceBytes, 3 * pieceBytes + 5];

const sha256 = 'ab'.repeat(32);

let reader: Reader | null = null;
afterEach(() => {
  reader?.stop();
  vi.unstubAllGlobals();
});

/** Every size twice, so that memory is used again, and all small ones at the same time. */
async function readAll(from: Reader): Promise<void> {
  const files = [...sizes, ...sizes].map((size, at) => contentOf(size, at + 3));
  const small = files.filter(({ length }) => length <= pieceBytes);
  const read = await from.read(small.map((content) => ({ blob: new Blob([content]), sha256 })));
  for (const [at, file] of read.entries()) {
    if (!file || file.content instanceof Blob) throw new Error('not read');
    expect(file.content.bytes).toEqual(small[at]);
    expect(file.content.crc).toBe(crc32(small[at]!));
    from.giveBack(file.content);
  }
  for (const content of files) {
    let at = 0;
    for await (const piece of from.pieces(new Blob([content]), sha256)) {
      const { bytes, crc } = piece;
      expect(bytes).toEqual(content.subarray(at, at + bytes.length));
      expect(crc).toBe(crc32(bytes));
      at += bytes.length;
      from.giveBack(piece);
    }
    expect(at).toBe(content.length);
  }
}

test('files are read whole and in pieces, each with its checksum, in memory that is used again', async () => {
  reader = new Reader();
  await readAll(reader);
});

test('where no worker comes, and files can’t be read into memory that one has, they are read all the same', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage = () => this.dispatchEvent(new Event('error'));
      terminate = () => undefined;
    },
  );
  const stream = vi.spyOn(Blob.prototype, 'stream').mockImplementation(() => new ReadableStream());
  reader = new Reader();
  await readAll(reader);
  expect(stream).toHaveBeenCalled();
  stream.mockRestore();
});

/** A file that the browser has on the disk: one in memory is read too fast for anything to come in between. */
async function fileOnDisk(content: Uint8Array<ArrayBuffer>): Promise<File> {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle('read-while-collected', { create: true });
  const stream = await handle.createWritable();
  await stream.write(content);
  await stream.close();
  return handle.getFile();
}

/** Lets everything else have its turn. */
const aTurn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(0);
  });

test('files that are being read when the browser collects what nobody holds are read to their end', async () => {
  const { gc } = globalThis as unknown as { gc: () => void };
  const file = await fileOnDisk(contentOf(900_000, 5));
  const crc = crc32(new Uint8Array(await file.arrayBuffer()));
  const crcs: number[] = [];
  const files = 60;
  for (let started = 0; started < files; started += 1) {
    void sumBytes(file).then((read) => crcs.push(read.crc));
    gc();
    await aTurn();
  }
  await expect.poll(() => crcs.length).toBe(files);
  expect(new Set(crcs)).toEqual(new Set([crc]));
});

test('a file that the disk has lost is told apart from those that are read with it', async () => {
  const lost = await fileOnDisk(contentOf(900_000, 5));
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(lost.name);
  reader = new Reader();
  const kept = contentOf(300, 7);
  const blobs = [new Blob([kept]), lost, new Blob([kept])];
  const read = await reader.read(blobs.map((blob) => ({ blob, sha256 })));
  expect(read.map((file) => file && 'crc' in file.content && file.content.crc)).toEqual([
    crc32(kept),
    null,
    crc32(kept),
  ]);
});

test('a file of which no hash is known gets one while it is read', async () => {
  reader = new Reader();
  const blob = new Blob(['abc']);
  const [unknown, zeros] = await reader.read([
    { blob, sha256: '' },
    { blob, sha256: '0'.repeat(64) },
  ]);
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect([unknown?.sha256, zeros?.sha256]).toEqual([known, known]);
});
