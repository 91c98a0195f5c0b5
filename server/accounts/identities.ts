import { and, eq } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { identities, identitySecrets, users } from './tables.ts';
import type { IdentityKind } from './tables.ts';

type UserRow = typeof users.$inferSelect;

/** By what somebody is recognised; no two people share one. */
export interface Identity {
  kind: IdentityKind;
  /** Who vouches for it; none for a local one. */
  issuer?: string;
  subject: string;
}

/** The identity of a local account: names are compared without case and without regard to their encoding. */
export const localIdentity = (account: string): Identity => ({
  kind: 'local',
  subject: account.normalize('NFKC').toLowerCase(),
});

/** Whose identity it is, and what proves it where the platform keeps that; null when it is nobody's. */
export async function findIdentity(
  database: Database | Transaction,
  { kind, issuer = '', subject }: Identity,
): Promise<{ user: UserRow; secret: string | null } | null> {
  const [found] = await database
    .select({ user: users, secret: identitySecrets.secret })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .leftJoin(identitySecrets, eq(identitySecrets.identityId, identities.id))
    .where(
      and(
        eq(identities.kind, kind),
        eq(identities.issuer, issuer),
        eq(identities.subject, subject),
      ),
    );
  return found ?? null;
}

/**
 * Gives a person one more identity.
 * @param secret what proves it; none where somebody else vouches for it
 * @returns false when it is somebody's already, be it their own
 */
export async function addIdentity(
  transaction: Transaction,
  userId: number,
  { kind, issuer = '', subject }: Identity,
  secret?: string,
): Promise<boolean> {
  const [added] = await transaction
    .insert(identities)
    .values({ userId, kind, issuer, subject })
    .onConflictDoNothing()
    .returning({ id: identities.id });
  if (!added) return false;
  if (secret !== undefined) {
    await transaction.insert(identitySecrets).values({ identityId: added.id, secret });
  }
  return true;
}

/**
 * Makes a person with a local account.
 * @returns null when the name is taken; the transaction must then be given up
 */
export async function addLocalUser(
  transaction: Transaction,
  { account, nick, passwordHash }: { account: string; nick: string; passwordHash: string },
): Promise<UserRow | null> {
  const [user] = await transaction.insert(users).values({ account, nick }).returning();
  if (!user) throw new Error('no user was made');
  const isAdded = await addIdentity(transaction, user.id, localIdentity(account), passwordHash);
  return isAdded ? user : null;
}
