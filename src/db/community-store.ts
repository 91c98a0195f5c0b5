import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { communityDatabaseName } from '../domain/community.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { IntentId } from '../domain/ids.ts';
import type { InputValues } from '../domain/model.ts';
import { db } from './database.ts';

/** One request and what is known of its remote side; its id is the idempotency key. */
export interface JobRow {
  id: string;
  model: string;
  /** The Horde's own names of those that may do it. */
  names: string[];
  input: InputValues;
  /** Decimal string, fixed before anything is sent. */
  seed: string;
  outputs: number;
  createdAtMs: number;
  /** `submitting` is written before a byte leaves: whoever finds it knows that an answer may have been lost. */
  state: 'submitting' | 'submitted' | 'finished' | 'failed' | 'cancelled';
  remoteId: string | null;
  /** Found again after its answer was lost: what comes must prove to be ours. */
  wasLost: boolean;
  downgraded: boolean;
  /** Of the key's account just before; null when it does not tell. */
  activeBefore: string[] | null;
  /** Tells two keys apart without telling the key. */
  keyMark: string;
  wasWorkedOn: boolean;
  cancelSentAtMs: number | null;
  collectedAtMs: number;
  /** Final looks that left something to be desired. */
  finalLooks: number;
  pictures: PictureRow[];
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
  key: 'served' | 'storeUnreadable';
  value: unknown;
}

/** What a platform would remember. A database of its own: with a platform there is none. */
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

/** A request is in the queue before it is here, so this is only for clocks that jump. */
const youngMs = 86_400_000;

/**
 * Forgets requests that the queue has forgotten, and what nobody came for. One that the queue still knows stays
 * however old it is: without its row it might leave a second time.
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
