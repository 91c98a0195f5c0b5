import { and, asc, inArray, lt, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { files, uploads } from '../database/schema.ts';
import type { FileName, FileStore } from './store.ts';

const uploadsPerRound = 100;

/** A job that is still to run takes it, or a work that is still there was made from it. */
const isNeeded = sql<boolean>`exists (
  select 1 from jobs
  where jobs.user_id = uploads.user_id and jobs.sources <> '[]'::jsonb
    and jobs.sources @> jsonb_build_array(jsonb_build_object('fileId', uploads.file_id))
    and (jobs.state in ('Pending', 'Processing', 'Restarted')
      or exists (select 1 from works where works.job_id = jobs.id)))`;

/**
 * Says that uploads are about to be used, so that none of them is cleared away before the job that takes them
 * stands in the queue; without a write where that was said within the hour.
 */
export async function noteUse(
  database: Database | Transaction,
  fileIds: readonly string[],
): Promise<void> {
  await database
    .update(uploads)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        inArray(uploads.fileId, [...fileIds]),
        lt(uploads.usedAt, sql`now() - interval '1 hour'`),
      ),
    );
}

async function clearRound(database: Database, days: number): Promise<[number, FileName[]]> {
  return database.transaction(async (transaction) => {
    const due = await transaction
      .select({ fileId: uploads.fileId, isNeeded })
      .from(uploads)
      .where(lt(uploads.usedAt, sql`now() - ${days} * interval '1 day'`))
      .orderBy(asc(uploads.usedAt))
      .limit(uploadsPerRound)
      .for('update', { skipLocked: true });
    const needed = due.filter((upload) => upload.isNeeded).map(({ fileId }) => fileId);
    const unused = due.filter((upload) => !upload.isNeeded).map(({ fileId }) => fileId);
    // Looked at again when as many days have gone by.
    await transaction
      .update(uploads)
      .set({ usedAt: sql`now()` })
      .where(inArray(uploads.fileId, needed));
    const gone = await transaction.delete(files).where(inArray(files.id, unused)).returning();
    return [due.length, gone];
  });
}

/**
 * Lets go of what was sent and serves nobody any more: requests that were cancelled or failed, works that were
 * deleted. A device that still counts on one of them is refused, and sends it again by itself.
 * @param days since an upload was last of use; 0 keeps them for ever
 * @returns how many went
 */
export async function clearUnusedUploads(
  database: Database,
  store: FileStore,
  days: number,
): Promise<number> {
  if (days === 0) return 0;
  let removed = 0;
  for (;;) {
    const [looked, gone] = await clearRound(database, days);
    // After the commit: what a crash leaves here the sweep removes.
    await store.remove(gone);
    removed += gone.length;
    if (looked < uploadsPerRound) return removed;
  }
}
