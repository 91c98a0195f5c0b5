import { randomBytes } from 'node:crypto';

import type * as contract from '../../src/api/contract/belongings.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import { proveAgain, retireNames } from '../accounts/service.ts';
import type { AccountOptions } from '../accounts/service.ts';
import type { Asker } from '../accounts/passwords.ts';
import type { Database } from '../database/connect.ts';
import type { FileName, FileStore } from '../files/file-store.ts';
import type { Caller, FindCaller } from '../http/caller.ts';
import { tokenHashOf } from '../http/caller.ts';
import { loginRequired, notFound, Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import {
  addTicket,
  filesOf,
  findTicket,
  joinInto,
  liveJobs,
  lockPeople,
  originalsOf,
  removePerson,
} from './store.ts';

export interface BelongingsOptions extends Pick<AccountOptions, 'database' | 'limits'> {
  store: FileStore;
  findCaller: FindCaller;
  /** Ends a job of a person, whatever it is doing. */
  cancel: (userId: number, jobId: string) => Promise<unknown>;
}

/** As whom somebody asks, and by what they show that it is they. */
export interface Proof {
  token: string;
  password: string | undefined;
  asker: Asker;
}

const ticketMs = 10 * 60_000;
const exportPath = '/api/account/export/';

/** Makes an address by which a browser fetches everything that is somebody's: it sends no headers of ours. */
export async function offerExport(
  { database }: BelongingsOptions,
  user: Caller,
): Promise<AnswerOf<typeof contract.exportAccount>['data']> {
  const ticket = randomBytes(32).toString('base64url');
  await addTicket(database, tokenHashOf(ticket), user.id, new Date(Date.now() + ticketMs));
  const files = await originalsOf(database, user.id);
  return {
    address: exportPath + ticket,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Whose archive an address is. @throws Problem 404 when it is none, or over */
export async function ownerOfExport(database: Database, ticket: string): Promise<number> {
  const userId = await findTicket(database, tokenHashOf(ticket));
  if (userId === null) throw notFound('Address');
  return userId;
}

/**
 * Deletes somebody with everything that is theirs. What they paid stays in the books, without a name.
 * @throws Problem 403 without a proof, 429, 503
 */
export async function deleteAccount(
  options: BelongingsOptions,
  user: Caller,
  proof: Proof,
  log: Log,
): Promise<void> {
  const { database, store, cancel } = options;
  await proveAgain(options, user, proof);
  // Engines hear of it before nobody is left to ask for.
  for (const jobId of await liveJobs(database, user.id)) await cancel(user.id, jobId);
  const files = await database.transaction(async (transaction): Promise<FileName[]> => {
    // Another request of theirs may have been faster.
    if ((await lockPeople(transaction, [user.id])).length === 0) throw loginRequired();
    const theirs = await filesOf(transaction, user.id);
    await retireNames(transaction, user.id);
    await removePerson(transaction, user.id);
    return theirs;
  });
  log.warn({ user: user.id, files: files.length }, 'an account was deleted');
  // After the commit: what a crash leaves here the sweep removes.
  await store.remove(files);
}

/**
 * Takes another account of the same person into this one.
 * @throws Problem 403 without a proof, 404 where the other session is none, 409 where both are one or the other has
 *   something under way, 429, 503
 */
export async function joinAccounts(
  options: BelongingsOptions,
  user: Caller,
  body: ReadOf<typeof contract.joinAccounts, 'body'>,
  proof: Proof,
  log: Log,
): Promise<void> {
  const { database, store, findCaller } = options;
  const other = await findCaller(body.user_key, body.user_token);
  if (!other) throw notFound('Session');
  if (other.id === user.id) throw new Problem(409, 'conflict', 'Both are one account');
  await proveAgain(options, user, proof);
  const spare = await database.transaction(async (transaction) => {
    const locked = await lockPeople(transaction, [user.id, other.id]);
    if (locked.length < 2) throw loginRequired();
    if ((await liveJobs(transaction, other.id)).length > 0) {
      throw new Problem(409, 'conflict', 'The other account has requests under way');
    }
    return joinInto(transaction, other.id, user.id);
  });
  log.warn({ user: user.id, former: other.id }, 'two accounts were joined');
  await store.remove(spare);
}
