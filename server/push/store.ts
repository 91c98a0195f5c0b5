import { and, desc, eq, notInArray } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { pushSubscriptions } from './tables.ts';

export type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'id' | 'createdAt'>;

/** Writes a device's subscription; of one person's the newest `most` stay. */
export async function saveSubscription(
  database: Database,
  { endpoint, ...subscription }: NewSubscription,
  most: number,
): Promise<void> {
  const row = { ...subscription, createdAt: new Date() };
  await database.transaction(async (transaction) => {
    await transaction
      .insert(pushSubscriptions)
      .values({ endpoint, ...row })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
    const mine = eq(pushSubscriptions.userId, subscription.userId);
    const newest = transaction
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(mine)
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(most);
    await transaction
      .delete(pushSubscriptions)
      .where(and(mine, notInArray(pushSubscriptions.id, newest)));
  });
}

export async function deleteSubscription(
  database: Database,
  userId: number,
  endpoint: string,
): Promise<void> {
  await database
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

export async function deleteSubscriptionsOfSession(
  transaction: Transaction,
  sessionHash: Buffer,
): Promise<void> {
  await transaction.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, sessionHash));
}
