import { Dexie } from 'dexie';
import type { Table } from 'dexie';
import { communityDatabaseName } from '../domain/community.ts';
import { KilnError } from '../domain/errors.ts';
import { toVersion2, toVersion3, toVersion9 } from './migrations.ts';
import { installDurability } from './durability.ts';
import { installQuarantine } from './quarantine.ts';
import {
  databaseName,
  schemaVersion1,
  schemaVersion2,
  schemaVersion3,
  schemaVersion4,
  schemaVersion5,
  schemaVersion6,
  schemaVersion7,
  schemaVersion8,
  schemaVersion9,
  schemaVersion10,
} from './schema.ts';
import type {
  DraftRow,
  DrawingRow,
  DrawingStepRow,
  MembershipRow,
  PartRow,
  Tables,
} from './schema.ts';

type KeyOf<Row> = Row extends { id?: infer Id }
  ? Id
  : Row extends PartRow
    ? [PartRow['mediaId'], number]
    : Row extends DraftRow
      ? [DraftRow['owner'], DraftRow['type']]
      : Row extends DrawingRow
        ? [DrawingRow['owner'], DrawingRow['place']]
        : Row extends DrawingStepRow
          ? [DrawingStepRow['owner'], DrawingStepRow['place'], number]
          : Row extends MembershipRow
            ? [MembershipRow['owner'], MembershipRow['collection'], MembershipRow['workId']]
            : string;

export type KilnDatabase = Dexie & {
  readonly [Name in keyof Tables]: Table<Tables[Name], KeyOf<Tables[Name]>>;
};

/** The newest version this build knows; Dexie multiplies it by ten for IndexedDB. */
const knownVersion = 10;

function createDatabase(): KilnDatabase {
  // Its cache would show a write to live queries before the write is committed: a reload then takes back what a
  // person has already seen done.
  const created = new Dexie(databaseName, { cache: 'disabled' });
  // Dexie reads all of them again with each that is added, at the start of every page and worker, and takes what is on
  // the device as it lies: apart are only those that change rows.
  created
    .version(2)
    .stores({ ...schemaVersion1, ...schemaVersion2 })
    .upgrade(toVersion2);
  created.version(3).stores(schemaVersion3).upgrade(toVersion3);
  created
    .version(9)
    .stores({
      ...schemaVersion4,
      ...schemaVersion5,
      ...schemaVersion6,
      ...schemaVersion7,
      ...schemaVersion8,
      ...schemaVersion9,
    })
    .upgrade(toVersion9);
  created.version(10).stores(schemaVersion10);
  installQuarantine(created);
  installDurability(created);
  created.on(
    'ready',
    () => {
      // Dexie opens a newer database as it is; writing old rows into a new shape would damage it.
      if (created.backendDB().version >= (knownVersion + 1) * 10) {
        throw new DatabaseOpenError('newer-version', null);
      }
      // At every opening, not only the first.
    },
    true,
  );
  return created as KilnDatabase;
}

export const databaseOpenReasons = [
  /** No IndexedDB here: private mode of some browsers, or storage forbidden. */
  'unavailable',
  /** A newer build of the app wrote it. */
  'newer-version',
  'storage-full',
  /** Another tab holds an older version open. */
  'blocked',
  'corrupted',
] as const;
export type DatabaseOpenReason = (typeof databaseOpenReasons)[number];

/** The device's database cannot be opened; `reason` decides what the person can do about it. */
export class DatabaseOpenError extends Error {
  readonly reason: DatabaseOpenReason;

  constructor(reason: DatabaseOpenReason, cause: unknown) {
    super(`The database cannot be opened: ${reason}`, { cause });
    this.name = 'DatabaseOpenError';
    this.reason = reason;
  }
}

export const db: KilnDatabase = createDatabase();

interface Wrapping {
  name?: unknown;
  inner?: unknown;
  cause?: unknown;
  failures?: readonly unknown[];
}

/**
 * Names of an error and of everything it wraps. Dexie keeps the browser's own error in `inner`, and of several rows those
 * that failed.
 */
export function errorNames(error: unknown): string[] {
  const names: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { name, inner, cause, failures }: Wrapping = current;
    if (typeof name === 'string') names.push(name);
    current = inner ?? cause ?? failures?.[0];
  }
  return names;
}

function openReason(error: unknown): DatabaseOpenReason {
  if (error instanceof DatabaseOpenError) return error.reason;
  const names = errorNames(error);
  const has = (...wanted: string[]) => wanted.some((name) => names.includes(name));
  if (has('DatabaseOpenError', 'VersionError')) return 'newer-version';
  if (has('QuotaExceededError')) return 'storage-full';
  if (has('BlockedError')) return 'blocked';
  // Firefox's older private windows answer InvalidStateError, locked-down profiles SecurityError.
  if (has('MissingAPIError', 'InvalidStateError', 'SecurityError', 'NotAllowedError')) {
    return 'unavailable';
  }
  return 'corrupted';
}

/** Another tab lets go within moments, or is stuck; the browser itself would wait for ever. */
const blockedPatienceMs = 4_000;

/** Settles with a failure when another tab does not let go of an older version. */
function watchBlocked(): { blocked: Promise<never>; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onBlocked = () => {};
  const blocked = new Promise<never>((_resolve, reject) => {
    onBlocked = () => {
      timer = setTimeout(() => {
        reject(new DatabaseOpenError('blocked', null));
      }, blockedPatienceMs);
    };
  });
  db.on('blocked', onBlocked);
  const stop = () => {
    clearTimeout(timer);
    db.on('blocked').unsubscribe(onBlocked);
  };
  return { blocked, stop };
}

/**
 * Opens the database; the verbs would open it by themselves, but only here the failure has a reason.
 * Harmless when repeated. After `blocked` it goes on waiting: a later call settles with what becomes of it.
 * @throws DatabaseOpenError
 */
export async function openDatabase(): Promise<void> {
  const { blocked, stop } = watchBlocked();
  try {
    await Promise.race([db.open(), blocked]);
  } catch (error) {
    throw new DatabaseOpenError(openReason(error), error);
  } finally {
    stop();
  }
}

/** Waits for as long as it takes, e.g. for another tab to be closed. @throws what `open` does */
export async function untilDatabaseOpens(): Promise<void> {
  await db.open();
}

/** Deletes everything on this device. The last way out of a database that cannot be opened. */
export async function deleteDatabase(): Promise<void> {
  await db.delete();
  await Dexie.delete(communityDatabaseName);
}

const fullDiskChannel = 'kiln-disk-full';

/** A full disk can't be noted on the disk: every thread of every tab is told. */
function announceFullDisk(): void {
  const channel = new BroadcastChannel(fullDiskChannel);
  channel.postMessage(null);
  channel.close();
}

/** Calls back when a write failed for want of room, wherever it was. Returns the way to stop listening. */
export function onFullDisk(callback: () => void): () => void {
  const channel = new BroadcastChannel(fullDiskChannel);
  channel.addEventListener('message', callback);
  return () => {
    channel.close();
  };
}

/**
 * Runs writes and turns a full disk into the one error the UI has words for.
 * @throws KilnError `storage-full`
 */
export async function guardStorage<Result>(write: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (errorNames(error).includes('QuotaExceededError')) {
      announceFullDisk();
      throw new KilnError('storage-full', { retryable: false, cause: error });
    }
    throw error;
  }
}
