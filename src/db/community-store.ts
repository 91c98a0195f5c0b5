import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { communityDatabaseName } from '../domain/community.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { IntentId, UserKey } from '../domain/ids.ts';
import type { InputValues } from '../domain/model.ts';
import { db } from './database.ts';

/** One request to the AI Horde and what is known about it there. Its id is the idempotency key. */
export interface JobRow {
  id: string;
  /** Whose request it is; absent in rows written before this was noted. */
  owner?: UserKey;
  model: string;
  /** The Horde's names of the models that may be used. */
  names: string[];
  input: InputValues;
  /** Decimal string, fixed before anything is sent. */
  seed: string;
  outputs: number;
  createdAtMs: number;
  /** `submitting` is written before the request is sent. A row found in this state may have been accepted. */
  state: 'submitting' | 'submitted' | 'finished' | 'failed' | 'cancelled';
  remoteId: string | null;
  /** The answer to the submission was lost and the request was found in the account: its results must prove ours. */
  wasLost: boolean;
  downgraded: boolean;
  /** Ids of the account's active requests just before the submission; null if the account doesn't list them. */
  activeBefore: string[] | null;
  /** A hash by which two keys are told apart without storing the key. */
  keyMark: string;
  wasWorkedOn: boolean;
  cancelSentAtMs: number | null;
  collectedAtMs: number;
  /** How many times the status of the finished request was polled without getting all of its pictures. */
  finalLooks: number;
  pictures: PictureRow[];
  /** What a person should see beside the result, known before it left. */
  notes?: string[];
  /** Remote ids of results that are no pictures: withheld. */
  withheld: string[];
  failure: { code: ErrorCode; message: string } | null;
}

export interface PictureRow {
  id: string;
  remoteId: string;
  seed: string;
  model: string;
  width: number;
  height: number;
  mediaType: string;
  bytes: number;
  sha256: string;
  params: InputValues;
  warnings: string[];
  atMs: number;
}

interface FileRow {
  id: string;
  blob: Blob;
}

interface FactRow {
  key: 'served' | 'forms' | 'storeUnreadable' | 'reference';
  value: unknown;
}

/**
 * What a platform would remember of requests to the AI Horde. A database of its own, which devices that never ask the
 * Horde don't have.
 */
type Store = Dexie & {
  readonly jobs: Table<JobRow, string>;
  readonly files: Table<FileRow, string>;
  readonly facts: Table<FactRow, string>;
};

function open(): Store {
  // What was written before a request leaves has to be there after a power cut, too.
  const created = new Dexie(communityDatabaseName, { chromeTransactionDurability: 'strict' });
  created.version(1).stores({ jobs: 'id, createdAtMs', files: 'id', facts: 'key' });
  return created as Store;
}

export const store = open();

/** Younger rows are kept. The queue has a request before this store has it, so this only guards against wrong clocks. */
const youngMs = 86_400_000;

/**
 * Removes old requests that the queue no longer has, and results that were never stored as works. A request that is
 * still in the queue stays however old it is: without its row it could be sent a second time.
 */
export async function pruneJobs(nowMs: number): Promise<void> {
  const old = await store.jobs
    .where('createdAtMs')
    .below(nowMs - youngMs)
    .toArray();
  const intents = await db.intents.bulkGet(old.map(({ id }) => id as IntentId));
  const forgotten = old.filter((_row, index) => !intents[index]);
  await store.transaction('rw', store.jobs, store.files, async () => {
    await store.files.bulkDelete(forgotten.flatMap((row) => row.pictures.map(({ id }) => id)));
    await store.jobs.bulkDelete(forgotten.map(({ id }) => id));
  });
}

/**
 * Removes what this device remembers of one person's requests to the Horde, and pictures that came and were not stored
 * as works yet. Nothing is made on a device that never asked the Horde.
 * @param ids of all the person's requests, for rows that know no owner
 */
export async function removeJobsOf(owner: UserKey, ids: ReadonlySet<string>): Promise<void> {
  if (!(await Dexie.exists(communityDatabaseName))) return;
  await store.transaction('rw', store.jobs, store.files, async () => {
    const all = await store.jobs.toArray();
    const theirs = all.filter((row) => row.owner === owner || ids.has(row.id));
    await store.files.bulkDelete(theirs.flatMap((row) => row.pictures.map(({ id }) => id)));
    await store.jobs.bulkDelete(theirs.map(({ id }) => id));
  });
}

/** Makes what this device remembers of one person's requests to the Horde another's. */
export async function giveJobsTo(from: UserKey, to: UserKey): Promise<void> {
  if (!(await Dexie.exists(communityDatabaseName))) return;
  await store.jobs.filter(({ owner }) => owner === from).modify({ owner: to });
}

/** Pictures that have arrived and are not yet among the works. */
export async function measureArrivals(): Promise<{ count: number; bytes: number }> {
  const files = await store.files.toArray();
  return { count: files.length, bytes: files.reduce((sum, { blob }) => sum + blob.size, 0) };
}

/** Changes a job as it is now. @returns the row as written; undefined when there is none */
export async function changeJob(
  id: string,
  change: (row: JobRow) => void,
): Promise<JobRow | undefined> {
  return store.transaction('rw', store.jobs, async () => {
    const row = await store.jobs.get(id);
    if (!row) return undefined;
    change(row);
    await store.jobs.put(row);
    return row;
  });
}
