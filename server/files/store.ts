import { and, eq, inArray } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import type { StoredFile } from './stored-file.ts';
import { files } from './tables.ts';

/**
 * @param owner only files of this person
 * @returns files that have a row, in no order
 */
export async function readFiles(
  database: Database | Transaction,
  ids: readonly string[],
  owner?: number,
): Promise<StoredFile[]> {
  return database
    .select()
    .from(files)
    .where(
      and(
        inArray(files.id, [...new Set(ids)]),
        owner === undefined ? undefined : eq(files.userId, owner),
      ),
    );
}

/** What is no picture has no size of its own: it is as large as who made it says. */
export async function noteSize(
  transaction: Transaction,
  id: string,
  size: Pick<StoredFile, 'width' | 'height'>,
): Promise<void> {
  await transaction
    .update(files)
    .set(size)
    .where(and(eq(files.id, id), eq(files.width, 0)));
}

export async function insertFile(
  transaction: Transaction,
  file: typeof files.$inferInsert,
): Promise<void> {
  await transaction.insert(files).values(file);
}

/** Keeps rows from being deleted until the transaction ends. @returns ids of those that are there */
export async function lockFiles(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await transaction
    .select({ id: files.id })
    .from(files)
    .where(inArray(files.id, [...new Set(ids)]))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}
