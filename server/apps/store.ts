import { and, count, desc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

import type { SearchTerms } from '../../src/domain/gallery.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { queryOf, vectorOf } from '../database/words.ts';
import { apps } from './tables.ts';

const { search: _search, cover: _cover, ...columns } = getTableColumns(apps);

/** Without its picture, which is asked for by itself. */
export type AppRow = Omit<typeof apps.$inferSelect, 'search' | 'cover'>;

const isListed = eq(apps.isListed, sql`true`);

/** What everybody is shown, the newest first. */
export function selectListed(
  database: Database,
  terms: SearchTerms | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<AppRow[]> {
  return database
    .select(columns)
    .from(apps)
    .where(and(isListed, terms && sql`${apps.search} @@ (${queryOf(terms)})`))
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit)
    .offset(offset);
}

/** A person's own, and these; the one changed last first. */
export function selectSeen(
  database: Database,
  userId: number | null,
  ids: readonly string[],
  most: number,
): Promise<AppRow[]> {
  const wanted: (SQL | undefined)[] = [
    userId === null ? undefined : eq(apps.userId, userId),
    ids.length === 0 ? undefined : inArray(apps.id, [...ids]),
  ];
  if (wanted.every((one) => one === undefined)) return Promise.resolve([]);
  return database
    .select(columns)
    .from(apps)
    .where(or(...wanted))
    .orderBy(desc(apps.updatedAt), desc(apps.id))
    .limit(most);
}

export async function readApp(
  database: Database | Transaction,
  id: string,
): Promise<AppRow | undefined> {
  const [row] = await database.select(columns).from(apps).where(eq(apps.id, id));
  return row;
}

export async function readCover(database: Database, id: string): Promise<Buffer | null> {
  const [row] = await database.select({ cover: apps.cover }).from(apps).where(eq(apps.id, id));
  return row?.cover ?? null;
}

export async function countOwn(transaction: Transaction, userId: number): Promise<number> {
  const [row] = await transaction
    .select({ apps: count() })
    .from(apps)
    .where(eq(apps.userId, userId));
  return row?.apps ?? 0;
}

/** What is written of an app; a cover that is undefined stays as it is. */
export interface AppChange extends Omit<AppRow, 'createdAt' | 'updatedAt' | 'coverHash'> {
  terms: SearchTerms;
  cover: { bytes: Buffer; hash: string } | null | undefined;
}

/**
 * Makes an app, or changes the one of this id.
 * @returns undefined where the id is somebody else's; then nothing changed
 */
export async function putApp(
  transaction: Transaction,
  { terms, cover, ...row }: AppChange,
): Promise<AppRow | undefined> {
  const drawn =
    cover === undefined ? {} : { cover: cover?.bytes ?? null, coverHash: cover?.hash ?? null };
  const { id, userId, ...changed } = row;
  const values = { ...changed, ...drawn, search: vectorOf(terms) };
  const [put] = await transaction
    .insert(apps)
    .values({ id, userId, ...values })
    .onConflictDoUpdate({
      target: apps.id,
      set: { ...values, updatedAt: sql`now()` },
      setWhere: eq(apps.userId, userId),
    })
    .returning(columns);
  return put;
}

/** @param userId whose they must be; null for anybody's @returns how many there were */
export async function removeApps(
  database: Database,
  userId: number | null,
  ids: readonly string[],
): Promise<number> {
  const gone = await database
    .delete(apps)
    .where(and(inArray(apps.id, [...ids]), userId === null ? undefined : eq(apps.userId, userId)))
    .returning({ id: apps.id });
  return gone.length;
}
