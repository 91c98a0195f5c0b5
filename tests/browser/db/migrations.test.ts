import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAlbum } from '../../../src/db/albums/albums.ts';
import { collectWorks } from '../../../src/db/albums/memberships.ts';
import { db, openDatabase } from '../../../src/db/database.ts';
import { newIntentBase } from '../../../src/db/intents/rows.ts';
import { listOpenIntents } from '../../../src/db/intents/lists.ts';
import {
  databaseName,
  schemaVersion1,
  schemaVersion2,
  schemaVersion3,
  schemaVersion4,
  schemaVersion5,
  schemaVersion6,
  schemaVersion7,
  schemaVersion8,
  schemaVersion9,
  type DrawingRow,
  type GroupRow,
  type ShareRow,
} from '../../../src/db/schema.ts';
import { keepDrawingStep, openDrawing } from '../../../src/db/drawings.ts';
import { keepShare } from '../../../src/db/keep-share.ts';
import { listShares } from '../../../src/db/shares.ts';
import { addOwnWorks } from '../../../src/db/works/own-works.ts';
import { planOriginals } from '../../../src/db/works/originals.ts';
import { setSetting } from '../../../src/db/settings.ts';
import { measureTables, sortOriginals } from '../../../src/db/media/storage-use.ts';
import { countThumbnailsWanted } from '../../../src/db/works/sync.ts';
import { listHistoryFacets, listWorkEntries, listWorkIds } from '../../../src/db/works/entries.ts';
import {
  noFilter,
  type HistoryFilter,
  type RatingFilter,
} from '../../../src/domain/history-filter.ts';
import { listBin, restoreWorks } from '../../../src/db/works/bin.ts';
import { countWorks, getWork, listWorks } from '../../../src/db/works/works.ts';
import type { DrawingStep } from '../../../src/domain/drawing.ts';
import type { GroupId, ShareId } from '../../../src/domain/ids.ts';
import { owner, session } from '../../fixtures/device.ts';
import { ownWork } from '../../fixtures/own-works.ts';
import { workId, workRow } from '../../fixtures/works.ts';

beforeEach(async () => {
  await db.delete();
});
afterEach(async () => {
  await db.delete();
});

/** A device as an older build left it; closed again, as after an update. */
async function leaveBehind(
  version: number,
  stores: Record<string, string>,
  rows: Record<string, object[]>,
): Promise<void> {
  const old = new Dexie(databaseName);
  old.version(version).stores(stores);
  await old.open();
  for (const [table, content] of Object.entries(rows)) await old.table(table).bulkAdd(content);
  old.close();
}

test('works of version 1 keep everything and count as kept by the platform', async () => {
  const before = [1, 2, 3].map((number) => {
    const {
      pinned: _pinned,
      thumbnailWanted: _wanted,
      remote: _remote,
      expiresAtMs: _expires,
      rating: _rating,
      modelLabel: _label,
      origin: _origin,
      place: _place,
      sources: _sources,
      keptSources: _kept,
      ...row
    } = workRow(number);
    return { ...row, modelName: 'Painter' };
  });
  const bytes = new Uint8Array([1, 2, 3]);
  await leaveBehind(1, schemaVersion1, {
    works: before,
    media: [
      { id: workId(1), role: 'original', sha256: 'x', createdAtMs: 1, blob: new Blob([bytes]) },
    ],
    settings: [{ key: 'historyOrder', value: 'oldest' }],
  });
  await openDatabase();
  const works = await listWorks({ owner, order: 'oldest', limit: 10 });
  expect(works).toEqual(
    before.map(({ modelName, ...row }) => ({
      ...row,
      modelLabel: { cn: modelName, en: modelName },
      origin: 'generated',
      place: 'platform',
      sources: [],
      keptSources: [],
      pinned: 0,
      thumbnailWanted: 0,
      remote: 'kept',
      expiresAtMs: null,
      rating: 0,
    })),
  );
  expect((await getWork(workId(1)))?.id).toBe(workId(1));
  expect(await db.media.count()).toBe(1);
  expect(await db.downloads.count()).toBe(0);
});

test('what version 1 knew of its works is found by the lists and sums of version 2', async () => {
  const rows = [
    workRow(1, { starred: 1 }),
    workRow(2, { rated: 1 }),
    workRow(3, { starred: 1, onDevice: 0 }),
  ].map(
    ({ pinned: _p, thumbnailWanted: _t, remote: _r, expiresAtMs: _e, rating: _s, ...row }) => row,
  );
  const blob = (bytes: number) => new Blob([new Uint8Array(bytes)]);
  await leaveBehind(1, schemaVersion1, {
    works: rows,
    media: [
      { id: workId(1), role: 'original', sha256: 'x', createdAtMs: 1, bytes: 300, blob: blob(300) },
      { id: workId(2), role: 'original', sha256: 'y', createdAtMs: 2, bytes: 200, blob: blob(200) },
      { id: 'source', role: 'source', sha256: 'z', createdAtMs: 3, bytes: 50, blob: blob(50) },
    ],
    thumbnails: [
      { id: workId(1), width: 1, height: 1, blob: blob(7) },
      { id: workId(2), width: 1, height: 1, blob: blob(8) },
    ],
  });
  await openDatabase();
  const list = async (marked: RatingFilter) =>
    (
      await listWorkEntries({
        owner,
        order: 'oldest',
        filter: { ...noFilter, marked },
        after: null,
        until: null,
        limit: 10,
      })
    ).map(({ id }) => id);
  expect(await list('favourites')).toEqual([workId(1), workId(3)]);
  expect(await list('others')).toEqual([workId(2)]);
  expect(await list('unrated')).toEqual([workId(1), workId(3)]);
  const { freeable } = await sortOriginals(owner);
  expect(freeable.ids).toEqual([workId(1), workId(2)]);
  const use = await measureTables();
  expect(use.originals).toEqual({ count: 2, bytes: 500 });
  expect(use.sources).toEqual({ count: 1, bytes: 50 });
  expect(use.thumbnails).toEqual({ count: 2, bytes: 15 });
  expect(await countThumbnailsWanted(owner)).toBe(0);
  await setSetting('keepOriginals', 'all');
  expect(await planOriginals(owner)).toBe(1);
});

test('requests of version 1 keep everything and stand in line as they were made', async () => {
  const before = [3, 1, 2].map((number) => {
    const { order: _order, after: _after, ...row } = newIntentBase(owner, number);
    return { ...row, kind: 'claim-daily-credits', payload: { day: `2026-01-0${number}` } };
  });
  await leaveBehind(1, schemaVersion1, { intents: before });
  await openDatabase();
  const after = await listOpenIntents(owner);
  expect(after.map((row) => row.order)).toEqual([1, 2, 3]);
  expect(after).toEqual(
    before
      .map((row) => ({ ...row, order: row.createdAtMs, after: [] }))
      .toSorted((left, right) => left.createdAtMs - right.createdAtMs),
  );
});

test('requests and works of version 3 keep everything, and their groups can be asked for', async () => {
  const { drafts: _drafts, ...stores } = {
    ...schemaVersion1,
    ...schemaVersion2,
    ...schemaVersion3,
  };
  const intent = {
    ...newIntentBase(owner, 5),
    kind: 'generate',
    workIds: [],
    payload: { input: {}, sources: [], modelLabel: {} },
  };
  const work = workRow(1);
  await leaveBehind(3, stores, { intents: [intent], works: [work] });
  await openDatabase();
  expect(await db.intents.get(intent.id)).toEqual(intent);
  expect(await getWork(work.id)).toEqual(work);
  const id = 'group' as GroupId;
  await db.works.update(work.id, { group: { id, cell: 3 } });
  expect(await db.works.where('group.id').equals(id).primaryKeys()).toEqual([work.id]);
  expect([await db.intents.where('group.id').equals(id).count(), await db.groups.count()]).toEqual([
    0, 0,
  ]);
});

const { drafts: _drafts, ...storesOf4 } = {
  ...schemaVersion1,
  ...schemaVersion2,
  ...schemaVersion3,
  ...schemaVersion4,
};
const storesOf5 = { ...storesOf4, ...schemaVersion5 };

const drawing: DrawingRow = {
  owner,
  place: 'Scribbling/image',
  kind: 'picture',
  pictureId: null,
  earlierId: null,
  sheet: { width: 800, height: 800, x: 0, y: 0, paper: null },
  done: 1,
  updatedAtMs: 1,
};
const steps: DrawingStep[] = [{ kind: 'invert' }, { kind: 'clear' }];

test('a comparison of version 4 keeps everything, and something can be drawn', async () => {
  const id = 'group' as GroupId;
  const group: GroupRow = {
    id,
    owner,
    createdAtMs: 1,
    jobType: 'Text2Img',
    axes: [],
    prompt: 'a {red|blue} fox',
    seed: '7',
    cells: [0, 1],
    width: 512,
    height: 768,
  };
  const work = workRow(1, { group: { id, cell: 1 } });
  await leaveBehind(4, storesOf4, { groups: [group], works: [work] });
  await openDatabase();
  expect(await db.groups.toArray()).toEqual([group]);
  expect(await db.works.where('group.id').equals(id).toArray()).toEqual([work]);
  expect(await openDrawing(owner, drawing.place)).toBeUndefined();
  const { done: _done, updatedAtMs: _updated, ...begun } = drawing;
  await keepDrawingStep(begun, 0, steps[0]!, 1);
  expect(await openDrawing(owner, drawing.place)).toEqual({ row: drawing, steps: [steps[0]] });
});

test('a drawing of version 5 keeps every step, also those taken back, and something can be shared', async () => {
  const { place } = drawing;
  await leaveBehind(5, storesOf5, {
    drawings: [drawing],
    drawingSteps: steps.map((step, at) => ({ owner, place, at, step })),
    settings: [{ key: 'session', value: session }],
  });
  await openDatabase();
  expect(await openDrawing(owner, place)).toEqual({ row: drawing, steps });
  expect(await listShares(owner)).toEqual([]);
  expect(await keepShare({ files: [], text: 'fog' })).toBe(true);
  expect(await listShares(owner)).toMatchObject([{ thing: { kind: 'words', text: 'fog' } }]);
});

test('what was shared in version 6 waits on, in its order', async () => {
  const rows = ['b', 'a'].map((name, at): ShareRow => ({
    id: name as ShareId,
    owner,
    createdAtMs: at,
    bytes: 3,
    thing: { kind: 'picture', blob: new Blob([name]), mediaType: 'image/png', name },
  }));
  await leaveBehind(6, { ...storesOf5, ...schemaVersion6 }, { shares: rows, works: [workRow(1)] });
  await openDatabase();
  const waiting = await listShares(owner);
  expect(waiting).toEqual(rows);
  const texts = waiting.map(async ({ thing }) => thing.kind === 'picture' && thing.blob.text());
  expect(await Promise.all(texts)).toEqual(['b', 'a']);
  expect((await getWork(workId(1)))?.id).toBe(workId(1));
});

test('works of version 6 keep everything, and are found by tool, model and kind', async () => {
  const works = [
    workRow(1),
    workRow(2, { jobType: 'Upscaling', model: 'upscaler' }),
    workRow(3, { mediaType: 'video/mp4' }),
  ];
  await leaveBehind(6, { ...storesOf5, ...schemaVersion6 }, { works });
  await openDatabase();
  expect(await db.works.toArray()).toEqual(works);
  const list = (filter: Partial<HistoryFilter>) =>
    listWorkIds(owner, { ...noFilter, ...filter }, 'oldest');
  expect(await list({ tool: 'Upscaling' })).toEqual([workId(2)]);
  expect(await list({ model: 'painter' })).toEqual([workId(1), workId(3)]);
  expect(await list({ kind: 'video' })).toEqual([workId(3)]);
  expect(await listHistoryFacets(owner)).toEqual({
    tools: ['Text2Img', 'Upscaling'],
    models: ['painter', 'upscaler'],
    kinds: ['picture', 'video'],
    origins: ['generated'],
    tags: [],
    months: ['2026-11'],
  });
});

test('works of version 7 keep everything, and the same bytes are not taken in twice', async () => {
  const own = await ownWork(2);
  const works = [workRow(1, { sha256: own.sha256 }), workRow(3)];
  await leaveBehind(7, { ...storesOf5, ...schemaVersion6, ...schemaVersion7 }, { works });
  await openDatabase();
  expect(await db.works.toArray()).toEqual(works);
  expect(await addOwnWorks(owner, [own])).toEqual({ added: [], known: [workId(2)] });
});

test('works of version 8 keep everything, and what was being deleted goes on from the bin', async () => {
  const leaving = workRow(2, { deletedAtMs: 5_000 });
  const intent = {
    ...newIntentBase(owner, 5_000),
    kind: 'delete-works',
    payload: { workIds: [workId(2), workId(7)] },
  };
  const stores = { ...storesOf5, ...schemaVersion6, ...schemaVersion7, ...schemaVersion8 };
  await leaveBehind(8, stores, { works: [workRow(1), leaving, workRow(3)], intents: [intent] });
  await openDatabase();
  expect(await db.works.toArray()).toEqual([workRow(1), workRow(3)]);
  expect(await db.bin.toArray()).toEqual([{ ...leaving, binnedAtMs: 5_000 }]);
  // Its deletion for good was asked for, so it is not offered any more.
  expect(await listBin(owner)).toEqual([]);
  expect(await restoreWorks(owner, [workId(2)])).toBe(0);
  expect(await countWorks(owner)).toBe(2);
  expect(await listOpenIntents(owner)).toMatchObject([{ kind: 'delete-works' }]);
});

test('works of version 9 keep everything, and can be put into albums', async () => {
  const works = [workRow(1), workRow(2)];
  const stores = { ...storesOf5, ...schemaVersion6, ...schemaVersion7, ...schemaVersion8 };
  await leaveBehind(9, { ...stores, ...schemaVersion9 }, { works });
  await openDatabase();
  expect(await db.works.toArray()).toEqual(works);
  const album = await createAlbum(owner, { name: 'Sea', rule: null });
  await collectWorks(owner, album, [workId(2)], true);
  expect(await listWorkIds(owner, { ...noFilter, album }, 'newest')).toEqual([workId(2)]);
});

const versions: Record<string, string | null>[] = [
  schemaVersion1,
  schemaVersion2,
  schemaVersion3,
  schemaVersion4,
  schemaVersion5,
  schemaVersion6,
  schemaVersion7,
  schemaVersion8,
  schemaVersion9,
];

/** Every table with its key and its indexes, as the browser has them. */
async function storesOnDevice() {
  await openDatabase();
  const native = db.backendDB();
  const names = [...native.objectStoreNames];
  const transaction = native.transaction(names);
  return names.map((name) => {
    const store = transaction.objectStore(name);
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, unique, multiEntry } = store.index(index);
      return { index, keyPath, unique, multiEntry };
    });
    return { name, keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes };
  });
}

test.each(versions.map((_stores, index) => index + 1))(
  'a device of version %i comes to have the tables and indexes of a fresh one',
  async (version) => {
    const fresh = await storesOnDevice();
    await db.delete();
    const stores = Object.assign({}, ...versions.slice(0, version)) as Record<string, string>;
    await leaveBehind(version, stores, {});
    expect(await storesOnDevice()).toEqual(fresh);
  },
);
