import { createHash } from 'node:crypto';

import { and, eq, inArray, notExists } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { looksOf } from './names.ts';
import { asCaller } from './store.ts';
import { accountLooks, identities, identitySecrets, retiredLooks, users } from './tables.ts';
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

export interface FoundIdentity {
  identityId: number;
  user: Caller;
  /** What proves it, where the platform keeps that. */
  secret: string | null;
}

/** Whose identity it is, and what proves it where the platform keeps that; null when it is nobody's. */
export async function findIdentity(
  database: Database | Transaction,
  { kind, issuer = '', subject }: Identity,
): Promise<FoundIdentity | null> {
  const [found] = await database
    .select({ identityId: identities.id, user: users, secret: identitySecrets.secret })
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
  return found ? { ...found, user: asCaller(found.user) } : null;
}

/**
 * Gives a person one more identity.
 * @param secret what proves it; none where somebody else vouches for it, or its proof is kept elsewhere
 * @returns its id; null when it is somebody's already, be it their own
 */
export async function addIdentity(
  transaction: Transaction,
  userId: number,
  { kind, issuer = '', subject }: Identity,
  secret?: string,
): Promise<number | null> {
  const [added] = await transaction
    .insert(identities)
    .values({ userId, kind, issuer, subject })
    .onConflictDoNothing()
    .returning({ id: identities.id });
  if (!added) return null;
  if (secret !== undefined) {
    await transaction.insert(identitySecrets).values({ identityId: added.id, secret });
  }
  return added.id;
}

const hashOfLook = (look: string): Buffer => createHash('sha256').update(look).digest();

/** Whether one of these looks was that of an account which is deleted. */
async function areRetired(
  database: Transaction | Database,
  looks: readonly string[],
): Promise<boolean> {
  const found = await database
    .select({ hash: retiredLooks.lookHash })
    .from(retiredLooks)
    .where(inArray(retiredLooks.lookHash, looks.map(hashOfLook)))
    .limit(1);
  return found.length > 0;
}

/** Keeps the names of a person from being anybody's ever again; only hashes of them stay. */
export async function retireLooks(transaction: Transaction, userId: number): Promise<void> {
  const looks = await transaction
    .select({ look: accountLooks.look })
    .from(accountLooks)
    .where(eq(accountLooks.userId, userId));
  if (looks.length === 0) return;
  await transaction
    .insert(retiredLooks)
    .values(looks.map(({ look }) => ({ lookHash: hashOfLook(look) })))
    .onConflictDoNothing();
}

/** Gives a person what their name looks like. @returns false when a look of it is somebody else's */
async function claimLooks(
  transaction: Database | Transaction,
  userId: number,
  account: string,
): Promise<boolean> {
  const looks = looksOf(account);
  if (await areRetired(transaction, looks)) return false;
  const claimed = await transaction
    .insert(accountLooks)
    .values(looks.map((look) => ({ look, userId })))
    .onConflictDoNothing()
    .returning({ look: accountLooks.look });
  return claimed.length === looks.length;
}

/** Whether nobody has the name, or one that looks like it. Only making the account keeps it free. */
export async function isNameFree(database: Database, account: string): Promise<boolean> {
  if (await findIdentity(database, localIdentity(account))) return false;
  const looks = looksOf(account);
  if (await areRetired(database, looks)) return false;
  const theirs = inArray(accountLooks.look, looks);
  return (await database.select().from(accountLooks).where(theirs).limit(1)).length === 0;
}

/**
 * Gives the looks of their names to accounts that have none: those that are older than the table. Who came first gets
 * what two have in common.
 */
export async function claimMissingLooks(database: Database): Promise<void> {
  const ownLooks = database
    .select({ look: accountLooks.look })
    .from(accountLooks)
    .where(eq(accountLooks.userId, users.id));
  const without = await database
    .select({ id: users.id, account: users.account })
    .from(users)
    .where(notExists(ownLooks))
    .orderBy(users.id);
  for (const { id, account } of without) await claimLooks(database, id, account);
}

/**
 * Makes a person with a local account.
 * @returns null when the name or one that looks like it is taken; the transaction must then be given up
 */
export async function addLocalUser(
  transaction: Transaction,
  { account, nick, passwordHash }: { account: string; nick: string; passwordHash: string },
): Promise<UserRow | null> {
  const [user] = await transaction.insert(users).values({ account, nick }).returning();
  if (!user) throw new Error('no user was made');
  const added = await addIdentity(transaction, user.id, localIdentity(account), passwordHash);
  return added !== null && (await claimLooks(transaction, user.id, account)) ? user : null;
}

/**
 * Makes a person for whom somebody else vouches.
 * @returns null when the name, or one that looks like it, is taken, or the identity is somebody's by now; the
 *   transaction must then be given up
 */
export async function addVouchedUser(
  transaction: Transaction,
  { account, nick }: { account: string; nick: string },
  identity: Identity,
): Promise<Caller | null> {
  const [user] = await transaction.insert(users).values({ account, nick }).returning();
  if (!user) throw new Error('no user was made');
  const added = await addIdentity(transaction, user.id, identity);
  return added !== null && (await claimLooks(transaction, user.id, account))
    ? asCaller(user)
    : null;
}

/** By which a person signs in with a password; null where they have none. */
export async function ownLocalIdentity(
  database: Database,
  userId: number,
): Promise<Identity | null> {
  const [row] = await database
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.kind, 'local')))
    .orderBy(identities.id)
    .limit(1);
  return row ? { kind: 'local', subject: row.subject } : null;
}

/** Whether a person has a password. */
export const hasPassword = async (database: Database, userId: number): Promise<boolean> =>
  (await ownLocalIdentity(database, userId)) !== null;

/**
 * Takes an identity away from a person, whose row the caller has locked.
 * @returns `last` where nothing would be left to sign in by, and it stays
 */
export async function removeIdentity(
  transaction: Transaction,
  userId: number,
  kind: IdentityKind,
  subject: string,
): Promise<'removed' | 'none' | 'last'> {
  const all = await transaction
    .select({ id: identities.id, kind: identities.kind, subject: identities.subject })
    .from(identities)
    .where(eq(identities.userId, userId));
  const found = all.find((one) => one.kind === kind && one.subject === subject);
  if (!found) return 'none';
  if (all.length === 1) return 'last';
  await transaction.delete(identities).where(eq(identities.id, found.id));
  return 'removed';
}

/** By which the platform knows its own account; nothing proves it, so nobody enters by it. */
const house = { kind: 'provider', issuer: 'kiln', subject: 'house' } as const;
const houseName = 'Kiln';
/** Before the first person's number. */
const houseId = 10_000;

/** Makes the platform's own account where nobody is yet. @returns its number; null where there are only people */
export async function addHouseUser(transaction: Transaction): Promise<number | null> {
  const found = await findIdentity(transaction, house);
  if (found) return found.user.id;
  if ((await transaction.select({ id: users.id }).from(users).limit(1)).length > 0) return null;
  await transaction
    .insert(users)
    .overridingSystemValue()
    .values({ id: houseId, account: houseName, nick: houseName })
    // Two processes of a platform may begin at once.
    .onConflictDoNothing();
  await claimLooks(transaction, houseId, houseName);
  await addIdentity(transaction, houseId, house);
  return houseId;
}

/** Puts another proof in the place of the one that an identity has. */
export async function replaceSecret(
  transaction: Transaction,
  identityId: number,
  secret: string,
): Promise<void> {
  await transaction
    .update(identitySecrets)
    .set({ secret })
    .where(eq(identitySecrets.identityId, identityId));
}
