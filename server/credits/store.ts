import { and, eq } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { dailyClaims } from './tables.ts';

export async function hasClaimed(
  database: Database,
  userId: number,
  day: string,
): Promise<boolean> {
  const [claimed] = await database
    .select()
    .from(dailyClaims)
    .where(and(eq(dailyClaims.userId, userId), eq(dailyClaims.day, day)));
  return claimed !== undefined;
}

/** @returns false when the day was claimed before */
export async function insertClaim(
  transaction: Transaction,
  userId: number,
  day: string,
): Promise<boolean> {
  const claims = await transaction
    .insert(dailyClaims)
    .values({ userId, day })
    .onConflictDoNothing()
    .returning();
  return claims.length > 0;
}
