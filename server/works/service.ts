import { randomBytes } from 'node:crypto';

import type { SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type * as contract from '../../src/api/contract/works.ts';
import { uuidV7 } from '../../src/domain/ids.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { FileStore, Wanted } from '../files/file-store.ts';
import { filesById, holdFiles, recordFile } from '../files/service.ts';
import type { StoredBytes } from '../files/quota.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { forgetUploads, releaseFiles } from '../files/unused-uploads.ts';
import { changeWorks } from './change.ts';
import type { WorkParts } from './describe.ts';
import {
  countWorks,
  deleteRows,
  hold,
  holdWork,
  insertSources,
  insertWork,
  readExpiredFiles,
  readModelsOf,
  readPage,
  readSourcesOf,
  readWork,
  readWorks,
  readWorksOf,
  sumStoredBytes,
} from './store.ts';
import type { WorkRow } from './store.ts';

/** A result whose bytes are in the store. */
export interface NewWork {
  file: Omit<StoredFile, 'createdAt' | 'userId'>;
  work: Pick<
    WorkRow,
    'index' | 'model' | 'seed' | 'params' | 'censored' | 'warnings' | 'thumbhash'
  >;
}

/** What a work says of the job that made it, for as long as it is there; the job's row may go. */
export interface Origin {
  id: string;
  userId: number;
  idempotencyKey: string;
  jobType: WorkRow['jobType'];
  modelName: string;
  prompt: string;
  template: string | null;
  sources: readonly { field: string; fileId: string }[];
}

/** Makes a job's results works of its owner, in the transaction that ends the job. */
export async function keepWorks(
  transaction: Transaction,
  job: Origin,
  made: readonly NewWork[],
): Promise<void> {
  const { id: jobId, userId, idempotencyKey: intentId, sources } = job;
  const { jobType, modelName, prompt, template } = job;
  const said = { intentId, jobType, modelName, prompt, template };
  // A work keeps the files it was made from; one that was lost meanwhile must not cost the result.
  const there = await holdFiles(
    transaction,
    sources.map(({ fileId }) => fileId),
  );
  const kept = sources
    .map((source, position) => ({ position, ...source }))
    .filter(({ fileId }) => there.has(fileId));
  for (const { file, work } of made) {
    await recordFile(transaction, { ...file, userId });
    const id = uuidV7(Date.now(), randomBytes(10));
    await insertWork(transaction, { id, userId, jobId, fileId: file.id, ...said, ...work });
    await insertSources(
      transaction,
      kept.map((source) => ({ workId: id, ...source })),
    );
  }
}

/**
 * Makes a work of what the platform made by itself, without anybody's job.
 * @returns false where there is a work of this id already; then nothing changed
 */
export async function addMadeWork(
  transaction: Transaction,
  file: Omit<StoredFile, 'createdAt'>,
  work: NewWork['work'] & Pick<WorkRow, 'id' | 'userId' | 'jobType' | 'modelName' | 'prompt'>,
): Promise<boolean> {
  if (await readWork(transaction, work.id)) return false;
  await recordFile(transaction, file);
  await insertWork(transaction, { ...work, jobId: null, fileId: file.id });
  return true;
}

/** What a job made, in the order of its outputs. */
export async function worksOfJob(
  database: Database,
  jobId: string,
): Promise<{ work: WorkRow; file: StoredFile }[]> {
  const rows = await readWorksOf(database, jobId);
  const fileOf = await filesById(
    database,
    rows.map((work) => work.fileId),
  );
  return rows.flatMap((work) => {
    const file = fileOf.get(work.fileId);
    return file ? [{ work, file }] : [];
  });
}

/** Of some files those whose original is no longer kept, though their work is still there. */
export async function expiredFiles(
  database: Database,
  fileIds: readonly string[],
): Promise<Set<string>> {
  return new Set(fileIds.length === 0 ? [] : await readExpiredFiles(database, fileIds));
}

/** What a sweep of the store leaves alone. */
export function wantedFiles(database: Database): Wanted {
  const known = async (ids: readonly string[]) => new Set((await filesById(database, ids)).keys());
  return {
    known,
    async kept(ids) {
      const there = await known(ids);
      return there.difference(await expiredFiles(database, [...there]));
    },
  };
}

/** What the platform keeps of each of these people; originals that were let go of take no room. */
export const storedBytes = (
  database: Database | Transaction,
  userIds: readonly number[],
): Promise<Map<number, StoredBytes>> => sumStoredBytes(database, userIds);

/** Models that made a person's works, each once. */
export const modelsOfWorks = (database: Database, userId: number): Promise<string[]> =>
  readModelsOf(database, userId);

/** How many works a person has, without those in the bin. */
export const worksOf = (database: Database, userId: number): Promise<number> =>
  countWorks(database, userId);

/** A page of a person's works, by the time of their making. */
export const pageOfWorks = (
  database: Database,
  userId: number,
  { order, page_size: size, page_number: number }: z.infer<typeof contract.listWorks.body>,
): Promise<WorkParts[]> => readPage(database, userId, { order, size, number });

/** A work with its file, for whoever has the right to see it. */
export interface SharedWork {
  work: WorkRow;
  file: StoredFile;
}

export const sharedWork = (
  database: Database | Transaction,
  id: string,
): Promise<SharedWork | undefined> => readWork(database, id);

/** Works with their files, by id; those in the bin are absent. */
export async function sharedWorks(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, SharedWork>> {
  const rows = ids.length === 0 ? [] : await readWorks(database, ids);
  return new Map(rows.map((row) => [row.work.id, row]));
}

/**
 * Keeps the originals of a person's works whatever their days say, or no longer.
 * @returns those whose original is there
 */
export async function keepOriginals(
  transaction: Transaction,
  userId: number,
  ids: readonly string[],
  isKept: boolean,
): Promise<Set<string>> {
  return new Set(ids.length === 0 ? [] : await hold(transaction, userId, ids, isKept));
}

/** Whether a work is this person's; it stays so until the transaction ends. */
export async function ownWork(
  transaction: Transaction,
  userId: number,
  id: string,
): Promise<boolean> {
  return holdWork(transaction, userId, id);
}

/**
 * Deletes works of one person for good, with their files.
 * @param condition spares the others
 * @returns how many were there
 */
export async function deleteWorks(
  database: Database,
  store: FileStore,
  userId: number,
  ids: readonly string[],
  condition?: SQL,
): Promise<number> {
  const removed = await changeWorks(database, userId, async (transaction) => {
    const sources = await readSourcesOf(transaction, userId, ids);
    const fileIds = await deleteRows(transaction, userId, ids, condition);
    await forgetUploads(transaction, fileIds);
    const files = await releaseFiles(transaction, [...fileIds, ...sources]);
    return { count: fileIds.length, files };
  });
  // After the commit: a file without a row is swept, a row without a file would be a broken picture.
  await store.remove(removed.files);
  return removed.count;
}
