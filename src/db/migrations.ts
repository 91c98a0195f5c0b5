import type { Transaction } from 'dexie';
import type { WorkRow } from './schema.ts';

/** Frozen: what each version does to the rows of the one before. New columns of old rows get their values here. */

/** Works know whether their small picture is still to be fetched, and how long the platform keeps the original. */
export async function toVersion2(transaction: Transaction): Promise<void> {
  await transaction
    .table<WorkRow>('works')
    .toCollection()
    .modify((work) => {
      work.pinned = 0;
      work.thumbnailWanted = 0;
      work.remote = 'kept';
      work.expiresAtMs = null;
    });
}
