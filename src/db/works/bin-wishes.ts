import type { UserKey, WorkId } from '../../domain/ids.ts';
import { db } from '../database.ts';
import { moveIn, moveOut } from './bin-rows.ts';

/** What a person's wishes about the bin change here, and how that is undone. */

/** Shows works in the bin again, because the platform did not delete them. Inside the caller's transaction. */
export async function showInBin(ids: readonly WorkId[]): Promise<void> {
  await db.bin
    .where('id')
    .anyOf([...ids])
    .modify({ deletedAtMs: null });
}

/** Hides works in the bin, because their deletion is tried again. Inside the caller's transaction. */
export async function hideInBin(ids: readonly WorkId[], nowMs: number): Promise<void> {
  await db.bin
    .where('id')
    .anyOf([...ids])
    .modify((work) => {
      work.deletedAtMs ??= nowMs;
    });
}

/** Where works stand on this device, as a wish says it; see `undoLocally`. Inside the caller's transaction. */
export async function placeWorks(
  owner: UserKey,
  values: ReadonlyMap<WorkId, number>,
  nowMs: number,
): Promise<void> {
  const wanted = (value: 0 | 1) =>
    [...values].flatMap(([id, wish]) => (Number(wish > 0) === value ? [id] : []));
  const works = await db.works.bulkGet(wanted(1));
  await moveIn(
    works.flatMap((work) => (work?.owner === owner ? [work] : [])),
    nowMs,
  );
  const binned = await db.bin.bulkGet(wanted(0));
  await moveOut(
    binned.flatMap((row) => (row?.owner === owner && row.deletedAtMs === null ? [row] : [])),
    nowMs,
  );
}
