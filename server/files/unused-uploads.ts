import { and, asc, eq, inArray, lt, not, sql } from 'drizzle-orm';

import { unneededUploadGraceMs } from '../../src/domain/uploads.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { files, uploads } from './tables.ts';
import type { FileName, FileStore } from './file-store.ts';

const uploadsPerRound = 100;

/** A job that is still to run takes the file of a row. @param row a table with `user_id`, and its column of a file */
const isAwaited = (row: 'uploads' | 'files', column: 'file_id' | 'id') => sql<boolean>`exists (
  select 1 from jobs
  where jobs.user_id = ${sql.identifier(row)}.user_id and jobs.sources <> '[]'::jsonb
    and jobs.sources @> jsonb_build_array(jsonb_build_object('fileId', ${sql.identifier(row)}.${sql.identifier(column)}))
    and jobs.state in ('Pending', 'Processing', 'Restarted'))`;

/** A job that is still to run takes it, or a work that is still there was made from it, or is it. */
const isNeeded = sql<boolean>`(${isAwaited('uploads', 'file_id')}
  or exists (select 1 from work_sources where work_sources.file_id = uploads.file_id)
  or exists (select 1 from works where works.file_id = uploads.file_id))`;

/**
 * Nobody is told any more that these files are here as uploads: they are works whose bytes go, or that go wholly.
 * Whoever sends the same bytes again has them stored again.
 */
export async function forgetUploads(
  transaction: Transaction,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await transaction.delete(uploads).where(inArray(uploads.fileId, [...fileIds]));
}

/**
 * Lets go of files whose works were just deleted. What another work was made from, or a job is about to take, stays
 * as if it had been uploaded.
 * @returns files without a row now, whose bytes go after the commit
 */
export async function releaseFiles(
  transaction: Transaction,
  fileIds: readonly string[],
): Promise<FileName[]> {
  if (fileIds.length === 0) return [];
  const named = inArray(files.id, [...new Set(fileIds)]);
  const isNobodys = sql`not exists (select 1 from works where works.file_id = files.id)
    and not exists (select 1 from uploads where uploads.file_id = files.id)`;
  const isFree = sql`not exists (select 1 from work_sources where work_sources.file_id = files.id)
    and not ${isAwaited('files', 'id')}`;
  const gone = await transaction
    .delete(files)
    .where(and(named, isNobodys, isFree))
    .returning();
  await transaction.execute(sql`
    insert into uploads (user_id, sha256, file_id)
    select user_id, sha256, id from files where ${named} and ${isNobodys}
    on conflict do nothing`);
  return gone;
}

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

/**
 * Lets go of what one person sent and nobody needs, so that there is room for something new; see `noteUse` on what
 * keeps one that is about to be used.
 * @returns how many went
 */
export async function clearUnneededUploads(
  database: Database,
  store: FileStore,
  userId: number,
): Promise<number> {
  const gone = await database.transaction(async (transaction) => {
    const due = await transaction
      .select({ fileId: uploads.fileId })
      .from(uploads)
      .where(
        and(
          eq(uploads.userId, userId),
          lt(uploads.usedAt, sql`now() - ${unneededUploadGraceMs} * interval '1 millisecond'`),
          not(isNeeded),
        ),
      )
      .for('update', { skipLocked: true });
    const fileIds = due.map(({ fileId }) => fileId);
    return fileIds.length === 0
      ? []
      : transaction.delete(files).where(inArray(files.id, fileIds)).returning();
  });
  await store.remove(gone);
  return gone.length;
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
    // Checked again when as many days have gone by.
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
    const [checked, gone] = await clearRound(database, days);
    // After the commit: what a crash leaves here the sweep removes.
    await store.remove(gone);
    removed += gone.length;
    if (checked < uploadsPerRound) return removed;
  }
}
