import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db, openDatabase } from '../../../src/db/database.ts';
import { newIntentBase } from '../../../src/db/intents/rows.ts';
import { listOpenIntents } from '../../../src/db/intents/intents.ts';
import {
  databaseName,
  schemaVersion1,
  schemaVersion2,
  schemaVersion3,
} from '../../../src/db/schema.ts';
import { planOriginals } from '../../../src/db/works/originals.ts';
import { setSetting } from '../../../src/db/settings.ts';
import { measureTables, sortOriginals } from '../../../src/db/media/storage-use.ts';
import { countThumbnailsWanted } from '../../../src/db/works/sync.ts';
import { listWorkEntries } from '../../../src/db/works/entries.ts';
import type { RatingFilter } from '../../../src/db/works/entries.ts';
import { getWork, listWorks } from '../../../src/db/works/works.ts';
import type { GroupId } from '../../../src/domain/ids.ts';
import { owner } from '../../fixtures/device.ts';
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
        jobType: null,
        marked,
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
