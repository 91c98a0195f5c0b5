import { eq, inArray } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { adminLinks, joinedAccounts, users } from './tables.ts';

type UserRow = typeof users.$inferSelect;

/** A person as the rooms know them: VIP by an operator's word, or for as long as they have bought it. */
export const asCaller = ({ id, account, nick, isVip, vipUntil, isSuperUser }: UserRow): Caller => ({
  id,
  account,
  nick,
  isVip: isVip || (vipUntil !== null && vipUntil.getTime() > Date.now()),
  isSuperUser,
});

/** Until when somebody is VIP who bought it; null when they never did. Their row stays locked. */
export async function lockVip(transaction: Transaction, userId: number): Promise<Date | null> {
  const [row] = await transaction
    .select({ vipUntil: users.vipUntil })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update');
  return row?.vipUntil ?? null;
}

/** A person; null when they are gone. */
export async function readCaller(
  database: Database | Transaction,
  userId: number,
): Promise<Caller | null> {
  const [row] = await database.select().from(users).where(eq(users.id, userId));
  return row ? asCaller(row) : null;
}

/** Accounts that were joined into a person's. */
export async function readFormerIds(
  database: Database | Transaction,
  userId: number,
): Promise<number[]> {
  const rows = await database
    .select({ formerId: joinedAccounts.formerId })
    .from(joinedAccounts)
    .where(eq(joinedAccounts.userId, userId))
    .orderBy(joinedAccounts.formerId);
  return rows.map(({ formerId }) => formerId);
}

/** Whether anybody was made a super user. */
export async function hasSuperUser(database: Transaction): Promise<boolean> {
  const found = await database
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isSuperUser, true))
    .limit(1);
  return found.length > 0;
}

export async function makeSuperUser(transaction: Transaction, userId: number): Promise<void> {
  await transaction.update(users).set({ isSuperUser: true }).where(eq(users.id, userId));
}

/** Puts a link in the place of all others; without a hash there is none any more. */
export async function replaceAdminLink(
  transaction: Transaction,
  tokenHash: Buffer | null,
): Promise<void> {
  await transaction.delete(adminLinks);
  if (tokenHash) await transaction.insert(adminLinks).values({ tokenHash });
}

/** @returns whether it was the link's, which is used now */
export async function takeAdminLink(transaction: Transaction, tokenHash: Buffer): Promise<boolean> {
  const taken = await transaction
    .delete(adminLinks)
    .where(eq(adminLinks.tokenHash, tokenHash))
    .returning({ createdAt: adminLinks.createdAt });
  return taken.length > 0;
}

/** What somebody does; null until they have said so. */
export async function readCareer(database: Database, userId: number): Promise<number | null> {
  const [row] = await database
    .select({ careerId: users.careerId })
    .from(users)
    .where(eq(users.id, userId));
  return row?.careerId ?? null;
}

export async function setCareer(
  database: Database,
  userId: number,
  careerId: number,
): Promise<void> {
  await database.update(users).set({ careerId }).where(eq(users.id, userId));
}

/** Whether an operator keeps somebody out. */
export async function isLockedOut(
  database: Database | Transaction,
  userId: number,
): Promise<boolean> {
  const [row] = await database
    .select({ lockedAt: users.lockedAt })
    .from(users)
    .where(eq(users.id, userId));
  return row !== undefined && row.lockedAt !== null;
}

export async function setLockedAt(
  transaction: Transaction,
  userId: number,
  lockedAt: Date | null,
): Promise<void> {
  await transaction.update(users).set({ lockedAt }).where(eq(users.id, userId));
}

/** Whether somebody is VIP by somebody's word. */
export async function setVip(
  transaction: Transaction,
  userId: number,
  isVip: boolean,
): Promise<void> {
  await transaction.update(users).set({ isVip }).where(eq(users.id, userId));
}

export async function setVipUntil(
  transaction: Transaction,
  userId: number,
  vipUntil: Date,
): Promise<void> {
  await transaction.update(users).set({ vipUntil }).where(eq(users.id, userId));
}

/** Names by which others see people, by id. */
export async function readNicks(
  database: Database,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await database
    .select({ id: users.id, nick: users.nick })
    .from(users)
    .where(inArray(users.id, [...new Set(userIds)]));
  return new Map(rows.map(({ id, nick }) => [id, nick]));
}

/**
 * Puts what is done for one person in a line, until the transaction ends. Rows that only point to the person can be
 * added meanwhile: whoever holds their credits and adds one must not wait for us, who may wait for the credits.
 */
export async function lockUser(transaction: Transaction, userId: number): Promise<void> {
  await transaction.select().from(users).where(eq(users.id, userId)).for('no key update');
}
