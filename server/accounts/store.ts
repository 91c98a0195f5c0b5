import { eq, inArray } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { users } from './tables.ts';

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

/** Puts what is done for one person in a line, until the transaction ends. */
export async function lockUser(transaction: Transaction, userId: number): Promise<void> {
  await transaction.select().from(users).where(eq(users.id, userId)).for('update');
}
