import { Dexie } from 'dexie';
import type { DBCore, DBCoreTable, Transaction } from 'dexie';
import type { QuarantineRow, SyncRow, WorkRow, Session } from './schema.ts';
import { hasShape, isSound } from './row-shapes.ts';
import { guestOwner } from '../domain/community.ts';
import type { UserKey } from '../domain/ids.ts';

/** Transactions that look at damaged rows themselves. */
const unfiltered = new WeakSet<object>();

type Report = (table: string, key: unknown) => void;

/**
 * Leaves damaged and unreadable rows out of every read, so that one bad record costs nothing but itself. Each is
 * reported once.
 */
function filterTable(table: DBCoreTable, report: Report): DBCoreTable {
  const { name } = table;
  if (!hasShape(name)) return table;
  const accept = (row: unknown, key: unknown) => {
    if (row === undefined || isSound(name, row)) return true;
    report(name, key);
    return false;
  };
  const keyOf = (row: unknown) => table.schema.primaryKey.extractKey?.(row) as unknown;

  /** A row that the browser cannot read fails the whole range: then each is read by itself. */
  async function readOneByOne(request: Parameters<DBCoreTable['query']>[0]) {
    const { result: keys } = await table.query({ ...request, values: false });
    const rows: unknown[] = [];
    for (const key of keys) {
      try {
        const row = (await table.get({ trans: request.trans, key: key as unknown })) as unknown;
        if (accept(row, key)) rows.push(row);
      } catch {
        report(name, key);
      }
    }
    return { result: rows };
  }

  return {
    ...table,
    get: (request) =>
      table
        .get(request)
        .then((row: unknown) =>
          unfiltered.has(request.trans) || accept(row, request.key) ? row : undefined,
        ),
    getMany: (request) =>
      table.getMany(request).then((rows: unknown[]) =>
        // Dexie reads like this before it modifies rows. Leaving one out here would pass `undefined` to the modifier.
        request.cache === 'immutable'
          ? rows
          : rows.map((row, index) => (accept(row, request.keys[index]) ? row : undefined)),
      ),
    query: (request) => {
      if (!request.values) return table.query(request);
      return table.query(request).then(
        ({ result }) => ({ result: result.filter((row) => accept(row, keyOf(row))) }),
        (error: unknown) => {
          if (isUnreadable(error)) return readOneByOne(request);
          throw error;
        },
      );
    },
    openCursor: (request) => {
      if (!request.values) return table.openCursor(request);
      return table.openCursor(request).then((cursor) => {
        if (!cursor) return cursor;
        const start = cursor.start.bind(cursor);
        // A cursor is an object of the browser, and no object may inherit from it. So its method is replaced.
        cursor.start = (onNext) =>
          start(() => {
            if (accept(cursor.value, cursor.primaryKey)) onNext();
            else cursor.continue();
          });
        return cursor;
      });
    },
  };
}

/** What browsers say of a record whose bytes they lost. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error &&
    ['DataError', 'UnknownError', 'NotReadableError', 'EncodingError'].includes(error.name)
  );
}

/** The owner named in a damaged row; if that is unreadable, the person who is signed in. */
async function ownerOf(row: unknown, transaction: Transaction): Promise<UserKey> {
  if (typeof row === 'object' && row !== null && 'owner' in row && typeof row.owner === 'string') {
    return row.owner as UserKey;
  }
  const session = await transaction.table<{ value: Session | null }>('settings').get('session');
  return session?.value?.userKey ?? (guestOwner as UserKey);
}

/** Sets a row aside and asks for anew what the platform still has of it. */
async function setAside(database: Dexie, name: string, key: unknown): Promise<void> {
  const tables = [name, 'quarantine', 'works', 'syncs', 'albumSyncs', 'settings'];
  await database.transaction('rw', [...new Set(tables)], async (transaction: Transaction) => {
    unfiltered.add(transaction.idbtrans);
    const table = database.table<unknown, unknown>(name);
    let row: unknown = null;
    try {
      row = await table.get(key);
      if (row === undefined || isSound(name, row)) return;
    } catch {
      // The row can't be read, so only its table and key can be kept.
    }
    const owner = await ownerOf(row, transaction);
    const kept: QuarantineRow = { owner, table: name, key: String(key), row, atMs: Date.now() };
    await database.table('quarantine').add(kept);
    await table.delete(key);
    const works = database.table<WorkRow, unknown>('works');
    if (name === 'works') await database.table<SyncRow>('syncs').clear();
    else if (name === 'albums' || name === 'memberships') {
      await database.table('albumSyncs').clear();
    } else if (name === 'media') {
      await works.update(key, { onDevice: 0 } satisfies Partial<WorkRow>);
    } else if (name === 'thumbnails') {
      await works.update(key, { thumbnailWanted: 1 } satisfies Partial<WorkRow>);
    }
  });
}

/** Sees to it that damaged rows are left out by every reader, and set aside soon after. */
export function installQuarantine(database: Dexie): void {
  const reported = new Set<string>();
  const report: Report = (table, key) => {
    const id = `${table} ${String(key)}`;
    if (key === undefined || reported.has(id)) return;
    reported.add(id);
    // Not within the reader's transaction, which may be read-only or over other tables.
    Dexie.ignoreTransaction(() => {
      setTimeout(() => {
        setAside(database, table, key).catch(() => {
          // The disk is full or the database is closing. The row is still left out, and the next read reports it again.
          reported.delete(id);
        });
      });
    });
  };
  database.use({
    stack: 'dbcore',
    name: 'quarantine',
    create: (core: DBCore) => ({
      ...core,
      table: (name) => filterTable(core.table(name), report),
    }),
  });
}
