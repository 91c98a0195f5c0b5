import type { Transaction } from 'dexie';
import type { Intent } from '../domain/intent.ts';
import type { WorkRow } from './schema.ts';

/** Frozen: what each version does to the rows of the one before. New columns of old rows get their values here. */

/**
 * Works know whether their small picture is still to be fetched, how long the platform keeps the original, and
 * their rating; requests have a place in line and know what they wait for.
 */
export async function toVersion2(transaction: Transaction): Promise<void> {
  await transaction
    .table<WorkRow>('works')
    .toCollection()
    .modify((work) => {
      work.pinned = 0;
      work.thumbnailWanted = 0;
      work.remote = 'kept';
      work.expiresAtMs = null;
      work.rating = 0;
    });
  await transaction
    .table<Intent>('intents')
    .toCollection()
    .modify((intent) => {
      intent.order = intent.createdAtMs;
      intent.after = [];
    });
}
