import type { Database, Transaction } from '../database/connect.ts';
import { insertFile, lockFiles, noteSize, readFiles } from './store.ts';
import type { StoredFile } from './stored-file.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Files by their id; those that are not there are absent. */
export async function filesById(
  database: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, StoredFile>> {
  const named = ids.filter((id) => uuid.test(id));
  const found = named.length === 0 ? [] : await readFiles(database, named);
  return new Map(found.map((file) => [file.id, file]));
}

/** The same for files of one person. */
export async function ownFiles(
  database: Database,
  userId: number,
  ids: readonly string[],
): Promise<Map<string, StoredFile>> {
  const found = ids.length === 0 ? [] : await readFiles(database, ids, userId);
  return new Map(found.map((file) => [file.id, file]));
}

/** Makes a file known whose bytes are in the store. */
export const recordFile = (
  transaction: Transaction,
  file: Omit<StoredFile, 'createdAt'>,
): Promise<void> => insertFile(transaction, file);

/** Notes how large a film is, which its bytes don't say without a decoder. */
export const recordSize = (
  transaction: Transaction,
  id: string,
  size: Pick<StoredFile, 'width' | 'height'>,
): Promise<void> => noteSize(transaction, id, size);

/** Of some files those that are there; they stay until the transaction ends. */
export const holdFiles = (transaction: Transaction, ids: readonly string[]): Promise<Set<string>> =>
  lockFiles(transaction, ids);
