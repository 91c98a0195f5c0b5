import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { rowsById } from '../../../src/db/rows-by-id.ts';
import { freshDevice } from '../../fixtures/device.ts';
import { workId, workRow } from '../../fixtures/works.ts';

beforeEach(async () => {
  await freshDevice();
  await db.works.bulkPut(Array.from({ length: 100 }, (_, number) => workRow(number)));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** How often a store is asked for one row, and for a stretch of them. */
function countQuestions() {
  const one = vi.spyOn(IDBObjectStore.prototype, 'get');
  const stretch = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  return () => ({ one: one.mock.calls.length, stretch: stretch.mock.calls.length });
}

test('rows that lie together come with one question, in the order that was asked for', async () => {
  const ids = [7, 3, 5, 4].map(workId);
  const asked = countQuestions();
  const rows = await rowsById(db.works, ids);
  expect(rows.map((row) => row?.id)).toEqual(ids);
  expect(asked()).toEqual({ one: 0, stretch: 1 });
});

test('rows that lie far apart are asked for one by one', async () => {
  const ids = [99, 0, 50].map(workId);
  const asked = countQuestions();
  const rows = await rowsById(db.works, ids);
  expect(rows.map((row) => row?.id)).toEqual(ids);
  expect(asked()).toEqual({ one: 3, stretch: 0 });
});

test('those that are not there leave a gap, and nothing asked for is nothing', async () => {
  const ids = [98, 200, 99].map(workId);
  const rows = await rowsById(db.works, ids);
  expect(rows.map((row) => row?.id)).toEqual([workId(98), undefined, workId(99)]);
  expect(await rowsById(db.works, [])).toEqual([]);
});
