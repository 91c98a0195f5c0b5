import { eq } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { changeHeads } from './tables.ts';

/**
 * Runs a transaction that changes several works of one person. Taking the lock on their changes before any row's
 * keeps two such transactions from waiting for each other; the numbering itself is the database's (a trigger).
 */
export function changeWorks<Result>(
  database: Database,
  userId: number,
  change: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    await transaction
      .select({ seq: changeHeads.seq })
      .from(changeHeads)
      .where(eq(changeHeads.userId, userId))
      .for('update');
    return change(transaction);
  });
}
