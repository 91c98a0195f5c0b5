import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { workLinks } from './tables.ts';

export type LinkRow = typeof workLinks.$inferSelect;

const isLive = and(isNull(workLinks.revokedAt), isNotNull(workLinks.workId));

export async function readLink(database: Database, token: string): Promise<LinkRow | undefined> {
  const [row] = await database.select().from(workLinks).where(eq(workLinks.token, token));
  return row;
}

export async function readLinks(
  database: Database,
  userId: number,
  most: number,
): Promise<LinkRow[]> {
  return database
    .select()
    .from(workLinks)
    .where(and(eq(workLinks.userId, userId), isLive))
    .orderBy(desc(workLinks.createdAt))
    .limit(most);
}

export async function countLinks(database: Database | Transaction, userId: number) {
  const [row] = await database
    .select({ links: count() })
    .from(workLinks)
    .where(and(eq(workLinks.userId, userId), isLive));
  return row?.links ?? 0;
}

/** Changes what the live link of a work says. */
export async function updateLink(
  transaction: Transaction,
  workId: string,
  words: Pick<LinkRow, 'title' | 'showsPrompt'>,
): Promise<LinkRow | undefined> {
  const [row] = await transaction
    .update(workLinks)
    .set(words)
    .where(and(eq(workLinks.workId, workId), isNull(workLinks.revokedAt)))
    .returning();
  return row;
}

/** @returns undefined when another link of the work came first */
export async function insertLink(
  transaction: Transaction,
  link: typeof workLinks.$inferInsert,
): Promise<LinkRow | undefined> {
  const [row] = await transaction.insert(workLinks).values(link).onConflictDoNothing().returning();
  return row;
}

export async function revoke(
  database: Database,
  userId: number,
  workIds: readonly string[],
): Promise<number> {
  const rows = await database
    .update(workLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(workLinks.userId, userId), inArray(workLinks.workId, [...workIds]), isLive))
    .returning({ token: workLinks.token });
  return rows.length;
}
