import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { onTableChanges, type Touched } from '../../../src/db/row-changes.ts';
import { freshDevice } from '../../fixtures/device.ts';
import { workId, workRow } from '../../fixtures/works.ts';

let stop = () => {};

beforeEach(freshDevice);
afterEach(() => stop());

/** Works of odd numbers are written; those between them are not. */
async function write(count: number): Promise<Touched> {
  const told = new Promise<Touched>((resolve) => {
    stop = onTableChanges('works', resolve);
  });
  await db.works.bulkPut(Array.from({ length: count }, (_, at) => workRow(2 * at + 1)));
  return told;
}

const touches = ({ range }: Touched, number: number): boolean => {
  const { owner, createdAtMs } = workRow(number);
  return range('[owner+createdAtMs]', [owner, createdAtMs], [owner, createdAtMs]);
};

test('a write of a few rows tells the keys of its indexes', async () => {
  const touched = await write(3);
  expect([1, 2, 3, 4, 5, 6].filter((number) => touches(touched, number))).toEqual([1, 3, 5]);
});

test('a write of many tells of indexes where it begins and ends, and still which rows it was', async () => {
  const touched = await write(40);
  expect([0, 1, 2, 78, 79, 80].filter((number) => touches(touched, number))).toEqual([
    1, 2, 78, 79,
  ]);
  expect([0, 1, 2, 78, 79, 80].filter((number) => touched.row(workId(number)))).toEqual([1, 79]);
});
