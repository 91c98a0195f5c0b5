import { createHash, randomBytes } from 'node:crypto';

import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';

import type { z } from 'zod';

import type { userInfo } from '../../src/api/contract/account.ts';
import { sessionLifetimeMs } from '../../src/domain/limits.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { pushSubscriptions, sessions, users } from '../database/schema.ts';
import { together } from '../together.ts';

export type UserRow = typeof users.$inferSelect;
export type UserInfo = z.infer<typeof userInfo>;

/** The platform suffix of user keys. */
const suffix = '@kiln';

export const userKeyOf = (userId: number): string => `${userId}${suffix}`;

export function describeUser(user: UserRow, superUsers: ReadonlySet<string>): UserInfo {
  const uid = String(user.id);
  return {
    uid,
    userKey: userKeyOf(user.id),
    account: user.account,
    nick: user.nick,
    member_head: null,
    phone_number: null,
    is_vip: user.isVip,
    is_super_user: superUsers.has(uid),
  };
}

/** By which a token is known here; the token itself is kept nowhere. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** @returns the token, which exists nowhere else from now on */
export async function openSession(
  transaction: Database | Transaction,
  userId: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + sessionLifetimeMs);
  await transaction.insert(sessions).values({ tokenHash: hashOf(token), userId, expiresAt });
  return { token, expiresAt };
}

export type FindSession = (
  userKey: string | undefined,
  token: string | undefined,
) => Promise<UserRow | null>;

/** Finds the user of a token that is alive and was given to a user key; null otherwise. */
export function createFindSession(database: Database): FindSession {
  const find = together(
    async (hashes: Buffer[]) => {
      // Looked up by hash: how long that takes says nothing about the token.
      const rows = await database
        .select({ hash: sessions.tokenHash, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(inArray(sessions.tokenHash, hashes), gt(sessions.expiresAt, sql`now()`)));
      const found = new Map(rows.map(({ hash, user }) => [hash.toString('hex'), user]));
      return hashes.map((hash) => found.get(hash.toString('hex')) ?? null);
    },
    { atOnce: 2, most: 100 },
  );
  return async (userKey, token) => {
    if (!userKey || !token || token.length > 200) return null;
    const user = await find(hashOf(token));
    return user && userKeyOf(user.id) === userKey ? user : null;
  };
}

/** Ends a session and, with it, what the device was told while nobody looked at it. */
export async function closeSession(database: Database, token: string): Promise<void> {
  const hash = hashOf(token);
  await database.transaction(async (transaction) => {
    await transaction.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, hash));
    await transaction.delete(sessions).where(eq(sessions.tokenHash, hash));
  });
}

export async function removeExpiredSessions(database: Database): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
}
