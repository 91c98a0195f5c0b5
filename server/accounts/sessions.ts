import { randomBytes } from 'node:crypto';

import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';

import type * as z from 'zod/mini';

import type { userInfo } from '../../src/api/contract/account.ts';
import { sessionLifetimeMs } from '../../src/domain/limits.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { asCaller, readFormerIds } from './store.ts';
import { sessions, users } from './tables.ts';
import type { Caller, FindCaller, Roles } from '../http/caller.ts';
import { tokenHashOf, userKeyOf } from '../http/caller.ts';
import { forgetSession } from '../push/service.ts';
import { batchCalls } from '../async/batch-calls.ts';

export type UserInfo = z.infer<typeof userInfo>;

const userAgentMaxCharacters = 300;
const seenEveryMs = 3_600_000;

/** Who somebody is, in the contract's form. */
export async function describeUser(
  database: Database | Transaction,
  user: Caller,
  roles: Roles,
): Promise<UserInfo> {
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
    former_keys: (await readFormerIds(database, user.id)).map(userKeyOf),
  };
}

/** @returns the token, which exists nowhere else from now on */
export async function openSession(
  transaction: Database | Transaction,
  userId: number,
  userAgent = '',
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + sessionLifetimeMs);
  await transaction.insert(sessions).values({
    tokenHash: tokenHashOf(token),
    userId,
    expiresAt,
    userAgent: userAgent.slice(0, userAgentMaxCharacters),
  });
  return { token, expiresAt };
}

/** Finds the user of a token that is alive and was given to a user key; null otherwise. */
export function createFindCaller(database: Database): FindCaller {
  const find = batchCalls(
    async (hashes: Buffer[]) => {
      // Looked up by hash: how long that takes says nothing about the token.
      const rows = await database
        .select({ hash: sessions.tokenHash, seenAt: sessions.seenAt, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(
          and(
            inArray(sessions.tokenHash, hashes),
            gt(sessions.expiresAt, sql`now()`),
            isNull(users.lockedAt),
          ),
        );
      const longAgo = Date.now() - seenEveryMs;
      const unseen = rows.filter(({ seenAt }) => seenAt.getTime() < longAgo);
      if (unseen.length > 0) {
        await database
          .update(sessions)
          .set({ seenAt: sql`now()` })
          .where(
            inArray(
              sessions.tokenHash,
              unseen.map(({ hash }) => hash),
            ),
          );
      }
      const found = new Map(rows.map(({ hash, user }) => [hash.toString('hex'), asCaller(user)]));
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

/** Sessions of a person that are alive, the one seen last first. */
export async function listSessions(
  database: Database,
  userId: number,
): Promise<
  { id: string; hash: Buffer; userAgent: string; createdAt: Date; seenAt: Date; expiresAt: Date }[]
> {
  const { id, tokenHash: hash, userAgent, createdAt, seenAt, expiresAt } = sessions;
  return database
    .select({ id, hash, userAgent, createdAt, seenAt, expiresAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(expiresAt, sql`now()`)))
    .orderBy(desc(seenAt), desc(createdAt));
}

/** Ends all sessions of a person. */
export async function endEverySession(transaction: Transaction, userId: number): Promise<void> {
  const ended = await transaction
    .delete(sessions)
    .where(eq(sessions.userId, userId))
    .returning({ hash: sessions.tokenHash });
  for (const { hash } of ended) await forgetSession(transaction, hash);
}

/**
 * Ends one session of a person, or all but the one that asks, with what their devices were told while nobody looked.
 * @returns how many
 */
export async function endSessions(
  transaction: Transaction,
  userId: number,
  which: { id: string } | { allBut: Buffer },
): Promise<number> {
  const one = 'id' in which ? eq(sessions.id, which.id) : ne(sessions.tokenHash, which.allBut);
  const ended = await transaction
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), one))
    .returning({ hash: sessions.tokenHash });
  for (const { hash } of ended) await forgetSession(transaction, hash);
  return ended.length;
}
