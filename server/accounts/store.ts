import { eq } from 'drizzle-orm';

import type { Transaction } from '../database/connect.ts';
import { users } from './tables.ts';

/** Puts what is done for one person in a line, until the transaction ends. */
export async function lockUser(transaction: Transaction, userId: number): Promise<void> {
  await transaction.select().from(users).where(eq(users.id, userId)).for('update');
}
