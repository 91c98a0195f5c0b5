import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { doorAttempts } from './tables.ts';

export type DoorAttempt = typeof doorAttempts.$inferSelect;

export async function addAttempt(
  database: Database,
  attempt: typeof doorAttempts.$inferInsert,
): Promise<void> {
  await database.insert(doorAttempts).values(attempt);
}

const isAlive = gt(doorAttempts.expiresAt, sql`now()`);

/** One that waits for its provider; null when it is none, is over, or the provider has led back before. */
export async function findAttempt(database: Database, state: string): Promise<DoorAttempt | null> {
  const [found] = await database
    .select()
    .from(doorAttempts)
    .where(and(eq(doorAttempts.state, state), isNull(doorAttempts.ticketHash), isAlive));
  return found ?? null;
}

/** Notes who it is. @returns false when somebody was faster */
export async function giveTicket(
  database: Database,
  state: string,
  userId: number,
  ticketHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const changed = await database
    .update(doorAttempts)
    .set({ userId, ticketHash, expiresAt })
    .where(and(eq(doorAttempts.state, state), isNull(doorAttempts.ticketHash), isAlive))
    .returning({ state: doorAttempts.state });
  return changed.length > 0;
}

/** Takes what a ticket is for, which is then used. */
export async function takeTicket(
  transaction: Transaction,
  ticketHash: Buffer,
): Promise<DoorAttempt | null> {
  const [taken] = await transaction
    .delete(doorAttempts)
    .where(and(eq(doorAttempts.ticketHash, ticketHash), isAlive))
    .returning();
  return taken ?? null;
}

export async function deleteOldAttempts(database: Database): Promise<void> {
  await database.delete(doorAttempts).where(lt(doorAttempts.expiresAt, sql`now()`));
}
