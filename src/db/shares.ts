import type { ShareId, UserKey } from '../domain/ids.ts';
import { db, guardStorage } from './database.ts';
import type { ShareRow } from './schema.ts';

/** What waits for a person, in the order in which it came. */
export async function listShares(owner: UserKey): Promise<ShareRow[]> {
  const rows = await db.shares.where('owner').equals(owner).toArray();
  return rows.toSorted(
    (left, right) => left.createdAtMs - right.createdAtMs || (left.id < right.id ? -1 : 1),
  );
}

/** Those of these that wait for a person; somebody else's are as if they were not there. */
export async function getShares(owner: UserKey, ids: readonly ShareId[]): Promise<ShareRow[]> {
  const rows = await db.shares.bulkGet([...ids]);
  return rows.filter((row): row is ShareRow => row?.owner === owner);
}

/** They were used, or are not wanted. */
export async function removeShares(ids: readonly ShareId[]): Promise<void> {
  await db.shares.bulkDelete([...ids]);
}

/** As they were again, in their old places. @throws KilnError `storage-full` */
export async function putSharesBack(rows: readonly ShareRow[]): Promise<void> {
  await guardStorage(() => db.shares.bulkPut([...rows]));
}
