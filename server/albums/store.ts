import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { albumHeads, albums, memberships } from './tables.ts';

export type AlbumRow = typeof albums.$inferSelect;
export type MemberRow = typeof memberships.$inferSelect;
export type Head = typeof albumHeads.$inferSelect;

export async function readHead(
  database: Database | Transaction,
  userId: number,
): Promise<Head | undefined> {
  const [head] = await database.select().from(albumHeads).where(eq(albumHeads.userId, userId));
  return head;
}

/**
 * Takes the next numbers under the lock of the head's row, which the transaction keeps to its commit: numbers become
 * visible in their order.
 * @returns the first of them, and the clock by which taps are compared
 */
export async function takeNumbers(
  transaction: Transaction,
  userId: number,
  count: number,
): Promise<{ first: number; nowMs: number }> {
  const [row] = await transaction
    .insert(albumHeads)
    .values({ userId, seq: count })
    .onConflictDoUpdate({
      target: albumHeads.userId,
      set: { seq: sql`${albumHeads.seq} + ${count}` },
    })
    .returning({
      seq: albumHeads.seq,
      nowMs: sql<number>`extract(epoch from now()) * 1000`.mapWith(Number),
    });
  return { first: (row?.seq ?? count) - count + 1, nowMs: Math.floor(row?.nowMs ?? 0) };
}

export function readAlbums(
  database: Database | Transaction,
  userId: number,
  ids: readonly string[],
): Promise<AlbumRow[]> {
  return database
    .select()
    .from(albums)
    .where(and(eq(albums.userId, userId), inArray(albums.id, [...ids])));
}

export function countAlbums(transaction: Transaction, userId: number): Promise<number> {
  return transaction.$count(albums, and(eq(albums.userId, userId), eq(albums.deleted, false)));
}

export function countMembers(transaction: Transaction, userId: number): Promise<number> {
  return transaction.$count(memberships, eq(memberships.userId, userId));
}

export async function writeAlbum(transaction: Transaction, row: AlbumRow): Promise<void> {
  const { userId: _user, id: _id, ...fields } = row;
  await transaction
    .insert(albums)
    .values(row)
    .onConflictDoUpdate({ target: [albums.userId, albums.id], set: fields });
}

/** Writes what no later tap has decided already. */
export async function writeMembers(
  transaction: Transaction,
  rows: readonly MemberRow[],
): Promise<void> {
  await transaction
    .insert(memberships)
    .values([...rows])
    .onConflictDoUpdate({
      target: [memberships.userId, memberships.collection, memberships.workId],
      set: {
        at: sql`excluded.at`,
        present: sql`excluded.present`,
        tappedAt: sql`excluded.tapped_at`,
        changeSeq: sql`excluded.change_seq`,
      },
      setWhere: lte(memberships.tappedAt, sql`excluded.tapped_at`),
    });
}

export function readMembers(
  transaction: Transaction,
  userId: number,
  collection: string,
  workIds: readonly string[],
): Promise<MemberRow[]> {
  return transaction
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.collection, collection),
        inArray(memberships.workId, [...workIds]),
      ),
    );
}

/** What has a higher number, lowest first. */
export function albumsSince(
  transaction: Transaction,
  userId: number,
  seq: number,
  limit: number,
): Promise<AlbumRow[]> {
  return transaction
    .select()
    .from(albums)
    .where(and(eq(albums.userId, userId), gt(albums.changeSeq, seq)))
    .orderBy(asc(albums.changeSeq))
    .limit(limit);
}

export function membersSince(
  transaction: Transaction,
  userId: number,
  seq: number,
  limit: number,
): Promise<MemberRow[]> {
  return transaction
    .select()
    .from(memberships)
    .where(and(eq(memberships.userId, userId), gt(memberships.changeSeq, seq)))
    .orderBy(asc(memberships.changeSeq))
    .limit(limit);
}
