import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db, openDatabase } from '../../../src/db/database.ts';
import { newIntentBase } from '../../../src/db/intent-rows.ts';
import { listOpenIntents } from '../../../src/db/intents.ts';
import { databaseName, schemaVersion1 } from '../../../src/db/schema.ts';
import { getWork, listWorks } from '../../../src/db/works.ts';
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
      ...row
    } = workRow(number);
    return row;
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
    before.map((row) => ({
      ...row,
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
