/**
 * Archives that mean harm, made by spoiling good ones in one place. `npm test` tries 60; the full run is
 * `KILN_FUZZ=500 npx vitest run --project node tests/node/workers/hostile-archives.test.ts`, and KILN_FUZZ_SEED tells
 * another story. A failure names the archive by its number and seed.
 */
import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { importRefusals } from '../../../src/domain/imports/refusals.ts';
import { importDirectoryMaxBytes, importWindowBytes } from '../../../src/domain/limits.ts';
import { sha256Hex } from '../../../src/media/hash.ts';
import { readDirectory } from '../../../src/media/zip/directory.ts';
import { ImportRun } from '../../../workers/archive-import/run-import.ts';
import { openSources } from '../../../workers/archive-import/sources.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { hostileArchive } from '../../fixtures/hostile-archives.ts';
import { nodeImportTools } from '../../fixtures/import-tools.ts';
import { zipFile } from '../../fixtures/zip.ts';
import { pictureBytes } from '../../fixtures/archives.ts';

const total = Number(process.env.KILN_FUZZ ?? 60);
const seed = Number(process.env.KILN_FUZZ_SEED ?? 1);

beforeEach(freshDevice);

/** A file that notes the largest piece that is asked of it. */
class CountedFile extends File {
  largest = 0;

  override slice(start = 0, end = this.size, type?: string): Blob {
    const piece = super.slice(start, end, type);
    const read = piece.arrayBuffer.bind(piece);
    piece.arrayBuffer = () => {
      this.largest = Math.max(this.largest, piece.size);
      return read();
    };
    return piece;
  }
}

async function bring(file: File) {
  const { sources, refused } = await openSources([file]);
  const works = sources.flatMap((source) => source.works);
  const order = { owner, tell: false };
  const end = await new ImportRun(sources, order, nodeImportTools, () => undefined).run();
  return {
    ...end,
    works,
    refused: [...refused, ...sources.flatMap((source) => source.refused), ...end.refused.told],
  };
}

const reasons = new Set<string>(importRefusals);
const objectKeys = Object.getOwnPropertyNames(Object.prototype).toSorted();

test(`${total} hostile archives do no harm, and each refusal has a name and a reason`, async () => {
  const met = new Set<string>();
  let refusals = 0;
  for (let number = 0; number < total; number += 1) {
    await db.works.clear();
    await db.media.clear();
    const { name, bytes } = await hostileArchive(number, seed);
    const file = new CountedFile([bytes], 'hostile.zip');
    const end = await bring(file).catch((error: unknown) => {
      throw new Error(`${name} was not refused but broke the import`, { cause: error });
    });
    expect(file.largest, name).toBeLessThanOrEqual(
      Math.max(importWindowBytes, importDirectoryMaxBytes),
    );
    expect(file.largest, name).toBeLessThanOrEqual(bytes.length);
    expect(Object.getOwnPropertyNames(Object.prototype).toSorted(), name).toEqual(objectKeys);
    for (const { file: from, entry, reason } of end.refused) {
      expect(from, name).toBe('hostile.zip');
      expect(reasons.has(reason), name).toBe(true);
      if (entry !== null) expect(typeof entry, name).toBe('string');
      met.add(reason);
    }
    refusals += end.refused.length;
    // What is here was opened, is as large as it was promised to be, and has the bytes that it is named by.
    const promised = end.works.reduce((sum, { entry }) => sum + entry.bytes, 0);
    const kept = await db.media.toArray();
    expect(kept, name).toHaveLength(end.added);
    expect(
      kept.reduce((sum, row) => sum + row.blob.size, 0),
      name,
    ).toBeLessThanOrEqual(promised);
    for (const row of kept) expect(await sha256Hex(row.blob), name).toBe(row.sha256);
    const works = await db.works.toArray();
    expect(works.map(({ origin }) => origin).every((origin) => origin === 'imported')).toBe(true);
  }
  expect(refusals).toBeGreaterThan(total / 3);
  expect(met.size).toBeGreaterThan(8);
});

test('what is spoilt in one place leaves the rest as it was', async () => {
  const pictures = Array.from({ length: 8 }, (_unused, number) => ({
    name: `${number}.png`,
    data: pictureBytes(number),
  }));
  const link = (0o120777 << 16) >>> 0;
  const end = await bring(
    await zipFile('mixed.zip', [
      ...pictures,
      { name: '../up.png', data: pictureBytes(20) },
      { name: 'link.png', data: pictureBytes(21), claims: { attributes: link } },
      { name: 'secret.png', data: pictureBytes(22), claims: { flags: 0x0801 } },
      { name: '3.png', data: pictureBytes(23) },
      { name: 'odd.png', data: pictureBytes(24), claims: { method: 12 } },
      { name: 'bomb.png', data: new Uint8Array(4_000_000), deflate: true },
      { name: 'liar.png', data: pictureBytes(25), deflate: true, claims: { bytes: 50 } },
      { name: 'flipped.png', data: pictureBytes(26), claims: { crc: 1 } },
      { name: 'shared.png', data: pictureBytes(27) },
      { name: 'sharing.png', data: pictureBytes(27), sharesWith: 16 },
    ]),
  );
  expect(end.added).toBe(8);
  const told = end.refused.map(({ entry, reason }) => [entry, reason] as const);
  expect(new Map(told)).toEqual(
    new Map([
      ['../up.png', 'unsafe-name'],
      ['link.png', 'special-file'],
      ['secret.png', 'entry-encrypted'],
      ['3.png', 'duplicate-name'],
      ['odd.png', 'unknown-packing'],
      ['bomb.png', 'bomb'],
      ['liar.png', 'wrong-size'],
      ['flipped.png', 'entry-damaged'],
      ['shared.png', 'overlapping'],
      ['sharing.png', 'overlapping'],
    ]),
  );
});

test('an archive with more entries than are taken is refused as a whole', async () => {
  await expect(readDirectory(hugeDirectory(3_000), 2_999)).rejects.toMatchObject({
    reason: 'too-many-entries',
  });
  expect((await readDirectory(hugeDirectory(3_000), 3_000)).refused).toHaveLength(3_000);
});

test('an archive that claims more of a directory than it has bytes is damaged', async () => {
  const { refused } = await openSources([hugeDirectory(2, 70_000_000)]);
  expect(refused).toEqual([{ file: 'many.zip', entry: null, reason: 'archive-damaged' }]);
});

/** A directory of so many entries that all point to nothing, in the form for more than 65,535 of them. */
function hugeDirectory(count: number, claimed: number = count): File {
  const entry = new Uint8Array(46 + 1);
  const view = new DataView(entry.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(28, 1, true);
  entry[46] = 0x61;
  const directory = new Uint8Array(entry.length * count);
  for (let at = 0; at < count; at += 1) directory.set(entry, at * entry.length);
  const end = new Uint8Array(76 + 22);
  const tail = new DataView(end.buffer);
  tail.setUint32(0, 0x06064b50, true);
  tail.setBigUint64(4, 44n, true);
  tail.setUint16(12, 45, true);
  tail.setUint16(14, 45, true);
  tail.setBigUint64(24, BigInt(claimed), true);
  tail.setBigUint64(32, BigInt(claimed), true);
  tail.setBigUint64(40, BigInt(directory.length), true);
  tail.setBigUint64(48, 0n, true);
  tail.setUint32(56, 0x07064b50, true);
  tail.setBigUint64(64, BigInt(directory.length), true);
  tail.setUint32(72, 1, true);
  tail.setUint32(76, 0x06054b50, true);
  tail.setUint16(84, 0xffff, true);
  tail.setUint16(86, 0xffff, true);
  tail.setUint32(88, 0xffff_ffff, true);
  tail.setUint32(92, 0xffff_ffff, true);
  return new File([directory, end], 'many.zip');
}
