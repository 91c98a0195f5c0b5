import { and, eq } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { dailyClaims, limitedClaims } from './tables.ts';

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

export async function hasClaimedLimited(
  database: Database,
  userId: number,
  claimId: string,
): Promise<boolean> {
  const [claimed] = await database
    .select({ claimId: limitedClaims.claimId })
    .from(limitedClaims)
    .where(and(eq(limitedClaims.userId, userId), eq(limitedClaims.claimId, claimId)));
  return claimed !== undefined;
}

/** @returns false when the person has claimed it before */
export async function insertLimitedClaim(
  transaction: Transaction,
  userId: number,
  claimId: string,
): Promise<boolean> {
  const claims = await transaction
    .insert(limitedClaims)
    .values({ userId, claimId })
    .onConflictDoNothing()
    .returning({ claimId: limitedClaims.claimId });
  return claims.length > 0;
}
