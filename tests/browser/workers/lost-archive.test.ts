import { expect, test } from 'vitest';
import { readDirectory } from '../../../src/media/zip/directory.ts';
import { readEntry } from '../../../src/media/zip/entry-bytes.ts';
import { WindowReader } from '../../../src/media/zip/window-reader.ts';
import { textBytes, zipOf } from '../../fixtures/zip.ts';

/** A file of the disk: what has gone of it can no longer be read. */
async function fileOnDisk(name: string, content: Uint8Array<ArrayBuffer>): Promise<File> {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  await stream.write(content);
  await stream.close();
  return handle.getFile();
}

test('a packed entry of an archive that has gone is told as gone, one with other bytes as damaged', async () => {
  const name = 'lost-archive.zip';
  const text = Array.from({ length: 500 }, (_unused, at) => at * at).join(' ');
  const packed = await zipOf([{ name: 'a.txt', data: textBytes(text), deflate: true }]);
  const damaged = packed.slice();
  // Behind the local header and the name.
  damaged.fill(0xff, 35, 45);
  const told: unknown[] = [];
  for (const { bytes, isGone } of [
    { bytes: packed, isGone: true },
    { bytes: damaged, isGone: false },
  ]) {
    const file = await fileOnDisk(name, bytes);
    const { entries } = await readDirectory(file);
    const reader = new WindowReader(file);
    // Its header has been read when the file goes.
    await reader.read(0, 30);
    if (isGone) await (await navigator.storage.getDirectory()).removeEntry(name);
    told.push(await readEntry(reader, entries[0]!).catch((error: unknown) => error));
  }
  expect(told).toMatchObject([{ reason: 'not-readable' }, { reason: 'entry-damaged' }]);
});
