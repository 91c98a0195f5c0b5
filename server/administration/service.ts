import type { AnswerOf, Endpoint, ReadOf } from '../../src/api/contract/endpoint.ts';
import type * as contract from '../../src/api/contract/people.ts';
import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import { endAllSessions, keepVip, lockAccount, setLocked } from '../accounts/service.ts';
import { grant } from '../credits/ledger.ts';
import type { Database } from '../database/connect.ts';
import type { Caller, Roles } from '../http/caller.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import { addAct, findPeople, noteGiven, readActs, readPerson } from './store.ts';
import type { PersonRow } from './store.ts';

export interface AdministrationOptions {
  database: Database;
  roles: Roles;
}

type Page = { page: number; per_page: number };
const placeOf = ({ page, per_page: limit }: Page) => ({ limit, offset: (page - 1) * limit });

const instant = (value: string | null): string | null =>
  value === null ? null : new Date(value).toISOString();

function describe(row: PersonRow, roles: Roles): contract.ManagedPerson {
  const id = Number(row.id);
  const until = instant(row.vip_until);
  return {
    uid: row.id,
    account: row.account,
    nick: row.nick,
    is_vip: row.is_vip || (until !== null && Date.parse(until) > Date.now()),
    vip_until: until,
    is_super_user: roles.isSuperUser({ id, isSuperUser: row.is_super_user }),
    locked_at: instant(row.locked_at),
    balance: Number(row.balance ?? 0),
    reserved: Number(row.reserved ?? 0),
    works: Number(row.works),
    sessions: Number(row.sessions),
    created_at: instant(row.created_at) ?? '',
    seen_at: instant(row.seen_at),
  };
}

export async function describePeople(
  { database, roles }: AdministrationOptions,
  query: ReadOf<typeof contract.listPeople, 'query'>,
): Promise<AnswerOf<typeof contract.listPeople>['data']> {
  const { rows, total } = await findPeople(database, query.search.trim(), placeOf(query));
  return { total, data: rows.map((row) => describe(row, roles)) };
}

/** @throws Problem 404 */
async function personOf(
  { database, roles }: AdministrationOptions,
  uid: string,
): Promise<contract.ManagedPerson> {
  const row = await readPerson(database, Number(uid));
  if (!row || row.balance === null) throw notFound('Person');
  return describe(row, roles);
}

/** Gives credits, once for each key. @throws Problem 404, 422 */
export async function giveCredits(
  options: AdministrationOptions,
  by: Caller,
  key: string,
  { uid, amount, reason }: ReadOf<typeof contract.giveCredits, 'body'>,
  log: Log,
): Promise<contract.ManagedPerson> {
  await personOf(options, uid);
  await options.database.transaction(async (transaction) => {
    const row = { byId: by.id, key, toId: Number(uid), amount, reason };
    const isNew = await noteGiven(transaction, row);
    if (isNew === 'other') {
      throw new Problem(422, 'idempotency-mismatch', 'This key was used to give something else');
    }
    if (!isNew) return;
    await grant(transaction, Number(uid), amount, ledgerTypeDetails.systemReward);
    log.warn({ user: Number(uid), amount, by: by.id }, 'credits were given');
  });
  return personOf(options, uid);
}

/** @throws Problem 404, 409 for oneself or another super user where they would be locked out */
export async function setPerson(
  options: AdministrationOptions,
  by: Caller,
  body: ReadOf<typeof contract.setPerson, 'body'>,
  log: Log,
): Promise<contract.ManagedPerson> {
  const { uid, is_vip: isVip, locked, end_sessions: endsSessions } = body;
  const person = await personOf(options, uid);
  if (locked && person.is_super_user) {
    throw new Problem(409, 'conflict', 'A super user is not locked out');
  }
  const userId = Number(uid);
  await options.database.transaction(async (transaction) => {
    await lockAccount(transaction, userId);
    if (isVip !== undefined) await keepVip(transaction, userId, isVip);
    if (locked !== undefined) await setLocked(transaction, userId, locked);
    if (endsSessions || locked) await endAllSessions(transaction, userId);
  });
  log.warn({ user: userId, by: by.id, isVip, locked, endsSessions }, 'a person was changed');
  return personOf(options, uid);
}

export async function describeActs(
  database: Database,
  query: ReadOf<typeof contract.listActs, 'query'>,
): Promise<AnswerOf<typeof contract.listActs>['data']> {
  const { rows, total } = await readActs(database, placeOf(query));
  return {
    total,
    data: rows.map(({ id, at, userId, call, asked, refused }) => ({
      id,
      at: at.toISOString(),
      uid: String(userId),
      call,
      asked,
      refused,
    })),
  };
}

const askedMaxCharacters = 4_000;
const secret = /^(?:password|new_password|token|user_token|key|secret)$/i;

const withoutSecrets = (key: string, value: unknown): unknown =>
  secret.test(key) && typeof value === 'string' ? '[hidden]' : value;

/**
 * Writes down what a super user is about to do, and if it was refused, why. What cannot be written down is not done.
 * @returns what is to be called with the code of a refusal
 */
export async function noteAct(
  database: Database,
  user: Caller,
  { id: call }: Pick<Endpoint, 'id'>,
  asked: unknown,
): Promise<(code: string) => Promise<void>> {
  const text = JSON.stringify(asked, withoutSecrets).slice(0, askedMaxCharacters);
  const id = await addAct(database, { userId: user.id, call, asked: text });
  return async (refused) => {
    await addAct(database, { userId: user.id, call, asked: '', ofId: id, refused });
  };
}
