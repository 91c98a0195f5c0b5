import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removePerson } from '../../../src/db/account/remove-person.ts';
import { db } from '../../../src/db/database.ts';
import { putSource } from '../../../src/db/media/media.ts';
import type { WorkRow } from '../../../src/db/schema.ts';
import { removeOldExports } from '../../../src/db/works/export-files.ts';
import { binWorks } from '../../../src/db/works/bin.ts';
import { saveWorks } from '../../../src/db/works/works.ts';
import { workMediaId } from '../../../src/db/works/purge.ts';
import type { ArchivedWork, ArchiveManifest } from '../../../src/domain/archive/layout.ts';
import { noFilter } from '../../../src/domain/history-filter.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { sha256Hex } from '../../../src/media/hash.ts';
import {
  discardExport,
  keptExport,
  measureExport,
  openExport,
  resumeExport,
  startExport,
  stopExport,
} from '../../../workers/archive-export/client.ts';
import { ArchiveContent } from '../../../workers/archive-export/archive-content.ts';
import { referringFile } from '../../../workers/archive-export/destination.ts';
import { Reader } from '../../../workers/archive-export/reading/reader.ts';
import { crc32 } from '../../../src/media/zip/crc32.ts';
import type { ExportOrder, ExportProgress } from '../../../workers/archive-export/contract.ts';
import type { ExportPlan } from '../../../workers/archive-export/journal.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { workId, workRow } from '../../fixtures/works.ts';

const everything = { filter: noFilter };
const orderOf = (changes: Partial<ExportOrder> = {}): ExportOrder => ({
  owner,
  scope: everything,
  fetchesMissing: false,
  ofBytes: 0,
  fileName: 'kiln.zip',
  createdAtMs: Date.UTC(2026, 10, 24),
  ...changes,
});
const unheard = () => undefined;

/** A work whose original is so many bytes that nothing else has. */
async function putWork(number: number, bytes: number, changes: Partial<WorkRow> = {}) {
  const content = new Uint8Array(bytes).map((_unused, at) => (at * number) ^ (at >> 8));
  const blob = new Blob([content], { type: 'image/png' });
  const work = workRow(number, { bytes, sha256: await sha256Hex(blob), ...changes });
  const { width, height, mediaType, createdAtMs } = work;
  const id = workMediaId(work.id);
  const kept = { id, blob, mediaType, bytes, sha256: await sha256Hex(blob), width, height };
  const media = { ...kept, name: '', role: 'original' as const, createdAtMs };
  await saveWorks([{ work, media: work.onDevice ? media : null, thumbnail: null }]);
  return work;
}

async function read(file: Blob | null) {
  if (!file) throw new Error('no archive');
  const files = new Map<string, Blob>();
  for (const entry of await new ZipReader(new BlobReader(file)).getEntries()) {
    if (entry.directory) continue;
    const bytes = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true });
    files.set(entry.filename, new Blob([bytes]));
  }
  const json = async (name: string): Promise<unknown> =>
    JSON.parse((await files.get(name)?.text()) ?? 'null');
  const manifest = (await json('manifest.json')) as ArchiveManifest;
  return { files, json, manifest };
}

/** Every file that the list names is there, with the hash that it says. */
async function expectWhole({ files, manifest }: Awaited<ReturnType<typeof read>>) {
  for (const { file, sha256, bytes } of [...manifest.works, ...manifest.sources]) {
    const blob = files.get(file);
    expect([file, blob?.size, blob && (await sha256Hex(blob))]).toEqual([file, bytes, sha256]);
  }
}

beforeEach(async () => {
  await freshDevice();
  await discardExport(owner);
});
afterEach(() => discardExport(owner));

test('everything leaves: originals, how they were made, what they were made from, and a page', async () => {
  const source = new Blob(['a photo'], { type: 'image/jpeg' });
  const sha256 = await sha256Hex(source);
  const sourceId = await putSource({
    blob: source,
    mediaType: 'image/jpeg',
    bytes: source.size,
    sha256,
    width: 2,
    height: 2,
    name: 'p.jpg',
  });
  const sources = [{ field: 'image', mediaId: sourceId, kept: null }];
  const made = { sources, keptSources: [sourceId] };
  await putWork(1, 500, { prompt: '雪山 / a "mountain"', starred: 1, ...made });
  await putWork(2, 1_500_000, made);
  const outcome = await startExport(orderOf(), null, unheard);
  if (!outcome.ok) throw new Error(outcome.problem);
  expect(outcome).toMatchObject({ works: 2, absent: 0 });
  expect(outcome.file?.name).toBe('kiln.zip');

  const archive = await read(outcome.file);
  await expectWhole(archive);
  const { manifest, files } = archive;
  expect(manifest.counts).toEqual({ works: 2, sources: 1, absent: 0, bytes: 1_500_507 });
  const [first] = manifest.works;
  expect(first?.file).toBe('works/2026-11/20261120-100100 雪山 a mountain 00000001.png');
  const sidecar = (await archive.json(first?.sidecar ?? '')) as ArchivedWork;
  expect(sidecar).toMatchObject({ id: workId(1), favourite: true, seed: '1001' });
  expect(sidecar.sources).toEqual([{ field: 'image', file: `sources/${sha256}.jpg`, sha256 }]);
  expect(await files.get('index.html')?.text()).toContain('src="index/works-1.js"');
  expect(await files.get('index/works-1.js')?.text()).toContain('雪山');
  expect(files.has('index/viewer.js')).toBe(true);
});

test('only what was chosen leaves, and nothing of what is deleted or of other people', async () => {
  for (const number of [1, 2, 3, 4]) await putWork(number, 100);
  await putWork(9, 100, { owner: '2@kiln' as UserKey });
  await binWorks(owner, [workId(2)]);
  const ids = [workId(3), workId(1), workId(2), workId(9)];
  const outcome = await startExport(orderOf({ scope: { ids } }), null, unheard);
  const { manifest } = await read(outcome.ok ? outcome.file : null);
  expect(manifest.works.map(({ id }) => id)).toEqual([workId(1), workId(3)]);
});

test('works that came since they were measured do not lead beyond the end of the progress', async () => {
  await putWork(1, 1_000);
  await putWork(2, 2_000);
  const told: ExportProgress[] = [];
  await startExport(orderOf({ ofBytes: 1_000 }), null, (progress) => told.push(progress));
  expect(told.at(-1)).toMatchObject({ works: 2, bytes: 3_000, ofBytes: 3_000 });
});

test('what is not on this device is told before, and named in the list', async () => {
  await putWork(1, 100);
  await putWork(2, 200, { onDevice: 0 });
  await putWork(3, 300, { onDevice: 0, remote: 'expired' });
  expect(await measureExport(owner, everything)).toMatchObject({
    here: { count: 1, bytes: 100 },
    elsewhere: { count: 1, bytes: 200 },
    gone: 1,
  });
  const outcome = await startExport(orderOf(), null, unheard);
  expect(outcome).toMatchObject({ ok: true, works: 1, absent: 2 });
  const { manifest } = await read(outcome.ok ? outcome.file : null);
  expect(manifest.absent).toEqual([
    { id: workId(2), prompt: 'picture 2', reason: 'not-here' },
    { id: workId(3), prompt: 'picture 3', reason: 'not-to-be-had' },
  ]);
});

/** Nobody answers for it here: an export that is to fetch it gets no further. */
const unreachable = { onDevice: 0, remote: 'kept' } as const;

test('an export that is cut goes on from what is whole', async () => {
  for (const number of [1, 2, 3, 5, 6]) await putWork(number, 400_000);
  const missing = await putWork(4, 400_000, unreachable);
  const cut = await startExport(orderOf({ fetchesMissing: true }), null, unheard);
  expect(cut).toMatchObject({ ok: false, isKept: true });
  expect(await keptExport(owner)).toMatchObject({
    works: 3,
    ofWorks: 6,
    isWhole: false,
    isBeingWritten: false,
  });

  await db.works.delete(missing.id);
  await putWork(4, 400_000);
  const heard: ExportProgress[] = [];
  const outcome = await resumeExport(owner, (progress) => heard.push(progress));
  expect(heard[0]?.works).toBe(3);
  expect(outcome).toMatchObject({ ok: true, works: 6 });
  const archive = await read(outcome.ok ? outcome.file : null);
  await expectWhole(archive);
  expect(archive.manifest.works.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map(workId));
  expect(await keptExport(owner)).toMatchObject({ isWhole: true, works: 6 });
  expect((await openExport(owner))?.size).toBe(outcome.ok ? outcome.bytes : 0);
});

const folderOf = async (person: UserKey) => {
  const all = await (await navigator.storage.getDirectory()).getDirectoryHandle('exports');
  return all.getDirectoryHandle(encodeURIComponent(person));
};

const writeIn = async (folder: FileSystemDirectoryHandle, name: string, text: string) => {
  const stream = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await stream.write(text);
  await stream.close();
};

test('the archive before lies aside while the next is written, and goes with its end; without room for both it goes at once', async () => {
  await putWork(1, 100);
  const namesThere = async () => {
    const found: string[] = [];
    for await (const name of (await folderOf(owner)).keys()) found.push(name);
    return found.toSorted();
  };
  const own = ['archive.zip', 'journal', 'plan.json', 'whole'];
  const first = await startExport(orderOf(), null, unheard);
  expect(first).toMatchObject({ ok: true, works: 1 });
  await keptExport(owner);
  expect(await namesThere()).toEqual(own);

  await putWork(2, 100, unreachable);
  const begin = async (changes: Partial<ExportOrder>) => {
    const ended = startExport(orderOf({ fetchesMissing: true, ...changes }), null, unheard);
    await expect
      .poll(async () => (await namesThere()).filter((name) => own.includes(name)))
      .toEqual(['archive.zip', 'journal', 'plan.json']);
    return { ended, names: await namesThere() };
  };
  const one = await begin({});
  expect(one.names).toHaveLength(4);
  await stopExport(true);
  await one.ended;
  expect(await namesThere()).toEqual(['archive.zip', 'journal', 'plan.json']);

  const other = await begin({ ofBytes: Number.MAX_SAFE_INTEGER });
  expect(other.names).toHaveLength(3);
  await stopExport(true);
  await other.ended;

  // An export that was killed could not tidy up.
  await writeIn(await folderOf(owner), crypto.randomUUID(), 'an archive of before');
  await db.works.delete(workId(2));
  expect(await startExport(orderOf(), null, unheard)).toMatchObject({ ok: true, works: 1 });
  expect(await keptExport(owner)).toMatchObject({ isWhole: true, works: 1 });
  expect(await namesThere()).toEqual(own);
});

test('of a whole archive is told what was noted at its end, and of one by an older Kiln what its journal says', async () => {
  for (const number of [1, 2]) await putWork(number, 100);
  await putWork(3, 100, { onDevice: 0, remote: 'expired' });
  await startExport(orderOf(), null, unheard);
  const told = { works: 3, ofWorks: 3, bytes: 200, isWhole: true, isBeingWritten: false };
  expect(await keptExport(owner)).toMatchObject(told);
  const folder = await folderOf(owner);
  await writeIn(folder, 'whole', '');
  expect(await keptExport(owner)).toMatchObject(told);
  await writeIn(folder, 'journal', 'no line of it\n\n');
  expect(await keptExport(owner)).toBeNull();
  await writeIn(folder, 'whole', JSON.stringify({ works: 3, bytes: 200 }));
  expect(await keptExport(owner)).toMatchObject(told);
});

test('only what the disk is known to have counts of an archive that was cut', async () => {
  for (const number of [1, 2, 3]) await putWork(number, 400_000);
  await putWork(4, 400_000, unreachable);
  await startExport(orderOf({ fetchesMissing: true }), null, unheard);
  const folder = await folderOf(owner);
  const textOf = async (name: string) =>
    (await (await folder.getFileHandle(name)).getFile()).text();
  const write = (name: string, text: string) => writeIn(folder, name, text);
  const journal = await textOf('journal');
  expect(journal.endsWith('}\n\n')).toBe(true);
  const [last = ''] = journal.trimEnd().split('\n').slice(-1);
  // Written just before the power went: the works that it tells of may not have come to the disk.
  await write('journal', `${journal}${last.replaceAll(workId(3), workId(9))}\n{"half`);
  expect(await keptExport(owner)).toMatchObject({ works: 3, isWhole: false });

  // An older Kiln waited for the disk before each line, and set no marks.
  const { isMarked: _none, ...plan } = JSON.parse(await textOf('plan.json')) as ExportPlan;
  await write('plan.json', JSON.stringify(plan));
  await write('journal', `${journal.trimEnd()}\n{"half`);
  expect(await keptExport(owner)).toMatchObject({ works: 3, isWhole: false });

  // Gone on with, and cut once more: from then on it has marks like any other.
  expect(await resumeExport(owner, unheard)).toMatchObject({ ok: false, isKept: true });
  const marked = await textOf('journal');
  expect(marked.endsWith('}\n\n') || marked.endsWith('}\n\n\n')).toBe(true);
  await write('journal', `${marked}${last.replaceAll(workId(3), workId(9))}\n`);
  expect(await keptExport(owner)).toMatchObject({ works: 3, isWhole: false });

  await db.works.delete(workId(4));
  const outcome = await resumeExport(owner, unheard);
  expect(outcome).toMatchObject({ ok: true, works: 3 });
  await expectWhole(await read(outcome.ok ? outcome.file : null));
});

test('what lies here is told while an archive is being written, and nobody throws it away', async () => {
  await putWork(1, 100);
  await putWork(2, 100, unreachable);
  const running = startExport(orderOf({ fetchesMissing: true }), null, unheard);
  await expect.poll(() => keptExport(owner)).toMatchObject({ isBeingWritten: true });
  expect(await discardExport(owner)).toBe(false);
  await stopExport(false);
  expect(await running).toMatchObject({ ok: false, problem: 'cancelled' });
});

test('a paused export stays, and a cancelled one leaves nothing behind', async () => {
  await putWork(1, 100);
  await putWork(2, 100, unreachable);
  const order = orderOf({ fetchesMissing: true });
  const stopped = (isKept: boolean) => startExport(order, null, () => void stopExport(isKept));
  expect(await stopped(true)).toEqual({ ok: false, problem: 'cancelled', isKept: true });
  expect(await keptExport(owner)).toMatchObject({ isWhole: false, ofWorks: 2 });
  expect(await stopped(false)).toEqual({ ok: false, problem: 'cancelled', isKept: false });
  expect(await keptExport(owner)).toBeNull();
});

test('while another tab writes it, nothing is begun, gone on with or thrown away', async () => {
  await putWork(1, 100);
  await navigator.locks.request(`kiln-archive-export ${owner}`, async () => {
    const busy = { ok: false, problem: 'busy-elsewhere', isKept: false };
    expect(await startExport(orderOf(), null, unheard)).toEqual(busy);
    expect(await resumeExport(owner, unheard)).toEqual(busy);
  });
});

test('an archive goes with its person, and by itself after some days', async () => {
  await putWork(1, 100);
  await startExport(orderOf(), null, unheard);
  await removeOldExports(Date.now() + 3_600_000);
  expect(await openExport(owner)).not.toBeNull();
  await removeOldExports(Date.now() + 4 * 86_400_000);
  expect(await openExport(owner)).toBeNull();
  await startExport(orderOf(), null, unheard);
  await removePerson(owner);
  expect(await openExport(owner)).toBeNull();
});

test('a file of the person’s own is written to without one on this device', async () => {
  await putWork(1, 100);
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle('chosen.zip', { create: true });
  const outcome = await startExport(orderOf(), handle, unheard);
  expect(outcome).toMatchObject({ ok: true, works: 1, file: null });
  expect(await keptExport(owner)).toBeNull();
  await expectWhole(await read(await handle.getFile()));
  await root.removeEntry('chosen.zip');
});

test('a work leaves without the file that it was made from where the disk has lost that one', async () => {
  const name = 'lost-source';
  const root = await navigator.storage.getDirectory();
  const handle = await root.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  // Read in pieces while it is written.
  await stream.write(new Uint8Array(3_000_000));
  await stream.close();
  const blob = await handle.getFile();
  await root.removeEntry(name);
  const sha256 = 'ab'.repeat(32);
  const source = { blob, sha256, mediaType: 'image/png', createdAtMs: 0 };
  const reader = new Reader();
  const bytes = new Uint8Array(5);
  const work = workRow(1, { sources: [{ field: 'image', mediaId: null, kept: null }] });
  const original = { content: { bytes, crc: crc32(bytes) }, sha256 };
  const destinations = [referringFile('kiln.zip'), { ...referringFile('kiln.zip') }];
  delete destinations[1]!.target.refer;
  for (const destination of destinations) {
    const content = new ArchiveContent(destination, reader, []);
    const row = { work, original: null, sources: [source] };
    await content.addWork(row, original, () => undefined);
    expect([content.works, content.absent]).toEqual([1, 0]);
  }
  reader.stop();
});
