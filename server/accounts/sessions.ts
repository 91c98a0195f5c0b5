import { randomBytes } from 'node:crypto';

import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';

import type * as z from 'zod/mini';

import type { userInfo } from '../../src/api/contract/account.ts';
import { sessionLifetimeMs } from '../../src/domain/limits.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { sessions, users } from './tables.ts';
import type { Caller, FindCaller, Roles } from '../http/caller.ts';
import { tokenHashOf, userKeyOf } from '../http/caller.ts';
import { forgetSession } from '../push/service.ts';
import { batchCalls } from '../async/batch-calls.ts';

export type UserInfo = z.infer<typeof userInfo>;

export function describeUser(user: Caller, roles: Roles): UserInfo {
  const uid = String(user.id);
  return {
    uid,
    userKey: userKeyOf(user.id),
    account: user.account,
    nick: user.nick,
    member_head: null,
    phone_number: null,
    is_vip: user.isVip,
    is_super_user: roles.isSuperUser(user),
  };
}

/** @returns the token, which exists nowhere else from now on */
export async function openSession(
  transaction: Database | Transaction,
  userId: number,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + sessionLifetimeMs);
  await transaction.insert(sessions).values({ tokenHash: tokenHashOf(token), userId, expiresAt });
  return { token, expiresAt };
}

/** Finds the user of a token that is alive and was given to a user key; null otherwise. */
export function createFindCaller(database: Database): FindCaller {
  const find = batchCalls(
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
    const user = await find(tokenHashOf(token));
    return user && userKeyOf(user.id) === userKey ? user : null;
  };
}

/** Ends a session and, with it, what the device was told while nobody looked at it. */
export async function closeSession(database: Database, token: string): Promise<void> {
  const hash = tokenHashOf(token);
  await database.transaction(async (transaction) => {
    await forgetSession(transaction, hash);
    await transaction.delete(sessions).where(eq(sessions.tokenHash, hash));
  });
}

export async function removeExpiredSessions(database: Database): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
}
