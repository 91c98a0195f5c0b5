import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { readSearchRows, readSearchRowsBetween } from '../../../src/db/works/search-rows.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { workId, workRow } from '../../fixtures/works.ts';

beforeEach(freshDevice);

test('what lies between two works is what is read of each, without the works of other people', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => workRow(at + 1, { starred: at % 2 ? 1 : 0 }));
  const isOthers = (at: number) => at === 4;
  await db.works.bulkPut(
    rows.map((row, at) => (isOthers(at) ? { ...row, owner: 'B' as UserKey } : row)),
  );
  const between = await readSearchRowsBetween(owner, workId(2), workId(8));
  expect(between.map(({ id }) => id)).toEqual([2, 3, 4, 6, 7, 8].map(workId));
  expect(between).toEqual(await readSearchRows([2, 3, 4, 6, 7, 8].map(workId)));
});
