import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { identities, passkeyChallenges, passkeys } from './tables.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** @param userId whose passkey is made with it; null where somebody signs in */
export async function keepChallenge(
  database: Database,
  challenge: string,
  userId: number | null,
  expiresAt: Date,
): Promise<void> {
  await database.insert(passkeyChallenges).values({ challenge, userId, expiresAt });
}

/** Takes what was kept of a challenge, which is then used. @returns null when it is none, or over */
export async function takeChallenge(
  database: Database,
  challenge: string,
): Promise<{ userId: number | null } | null> {
  const [taken] = await database
    .delete(passkeyChallenges)
    .where(
      and(eq(passkeyChallenges.challenge, challenge), gt(passkeyChallenges.expiresAt, sql`now()`)),
    )
    .returning({ userId: passkeyChallenges.userId });
  return taken ?? null;
}

export async function deleteOldChallenges(database: Database): Promise<void> {
  await database.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`));
}

/** Passkeys of a person with the ids of their credentials, the newest first. */
export const listPasskeys = (
  database: Database,
  userId: number,
): Promise<{ credentialId: string; passkey: PasskeyRow }[]> =>
  database
    .select({ credentialId: identities.subject, passkey: passkeys })
    .from(passkeys)
    .innerJoin(identities, eq(identities.id, passkeys.identityId))
    .where(eq(identities.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.identityId));

export async function insertPasskey(
  transaction: Transaction,
  row: typeof passkeys.$inferInsert,
): Promise<PasskeyRow> {
  const [added] = await transaction.insert(passkeys).values(row).returning();
  if (!added) throw new Error('no passkey was kept');
  return added;
}

/** What is kept of a passkey, locked until the transaction ends. */
export async function lockPasskey(
  transaction: Transaction,
  identityId: number,
): Promise<PasskeyRow | null> {
  const [row] = await transaction
    .select()
    .from(passkeys)
    .where(eq(passkeys.identityId, identityId))
    .for('update');
  return row ?? null;
}

export async function noteUse(
  transaction: Transaction,
  identityId: number,
  counter: number,
): Promise<void> {
  await transaction
    .update(passkeys)
    .set({ counter, usedAt: sql`now()` })
    .where(eq(passkeys.identityId, identityId));
}
