import type * as contract from '../../src/api/contract/account.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { Caller, Roles } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Log } from '../log.ts';
import { addLocalUser, findIdentity, localIdentity } from './identities.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { describeUser, openSession } from './sessions.ts';
import { lockUser } from './store.ts';

export interface AccountOptions {
  database: Database;
  limits: RateLimits;
  roles: Roles;
  /** What else a new person gets, in the transaction that makes the account. */
  welcome: (transaction: Transaction, userId: number) => Promise<void>;
}

async function enter(
  database: Database | Transaction,
  user: Caller,
  roles: Roles,
): Promise<AnswerOf<typeof contract.login>> {
  const { token, expiresAt } = await openSession(database, user.id);
  return {
    user: describeUser(user, roles),
    userToken: token,
    expires_at: expiresAt.toISOString(),
  };
}

/** @throws Problem 409 for a name that is taken, 429 for too many registrations from one address */
export async function register(
  { database, limits, roles, welcome }: AccountOptions,
  body: ReadOf<typeof contract.register, 'body'>,
  address: string,
  log: Log,
): Promise<AnswerOf<typeof contract.register>> {
  await limits.registration(address);
  const passwordHash = await hashPassword(body.password);
  return database.transaction(async (transaction) => {
    const user = await addLocalUser(transaction, {
      account: body.account,
      nick: body.nick || body.account,
      passwordHash,
    });
    if (!user) throw new Problem(409, 'account-taken', 'This account name is taken');
    await welcome(transaction, user.id);
    const entered = await enter(transaction, user, roles);
    log.info({ user: user.id }, 'account made');
    return entered;
  });
}

/** @throws Problem 403 for an unknown account and a wrong password alike, 429 for too many tries */
export async function logIn(
  { database, limits, roles }: AccountOptions,
  body: ReadOf<typeof contract.login, 'body'>,
  address: string,
): Promise<AnswerOf<typeof contract.login>> {
  const identity = localIdentity(body.account);
  await limits.login(address, identity.subject);
  const found = await findIdentity(database, identity);
  const matches = await passwordMatches(body.password, found?.secret ?? null);
  if (!found || !matches) {
    throw new Problem(403, 'wrong-credentials', 'Wrong account or password');
  }
  await limits.loginSucceeded(address, identity.subject);
  return enter(database, found.user, roles);
}

/** Puts what is done for one person in a line, until the transaction ends. */
export const lockAccount = (transaction: Transaction, userId: number): Promise<void> =>
  lockUser(transaction, userId);
