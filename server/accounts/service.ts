import { randomBytes } from 'node:crypto';

import type * as contract from '../../src/api/contract/account.ts';
import type * as adminContract from '../../src/api/contract/admin.ts';
import type * as sessionsContract from '../../src/api/contract/sessions.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import { careers } from '../../src/domain/careers.ts';
import type { Career } from '../../src/domain/careers.ts';
import type { FieldReason } from '../../src/domain/field-reasons.ts';
import { addMonths } from '../../src/domain/payments.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { Caller, Roles } from '../http/caller.ts';
import { tokenHashOf } from '../http/caller.ts';
import { invalidInput, notFound, Problem } from '../http/problem.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Log } from '../log.ts';
import {
  addHouseUser,
  addLocalUser,
  addVouchedUser,
  claimMissingLooks,
  findIdentity,
  isNameFree,
  localIdentity,
  ownLocalIdentity,
  replaceSecret,
  retireLooks,
} from './identities.ts';
import type { FoundIdentity, Identity } from './identities.ts';
import { isWrittenPlainly } from './names.ts';
import { refusedPassword } from './password-rules.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import type { Asker } from './passwords.ts';
import {
  describeUser,
  endEverySession,
  endSessions,
  listSessions,
  openSession,
} from './sessions.ts';
import {
  hasSuperUser,
  isLockedOut,
  lockUser,
  lockVip,
  makeSuperUser,
  readCaller,
  readCareer,
  readNicks,
  replaceAdminLink,
  setCareer,
  setLockedAt,
  setVip,
  setVipUntil,
  takeAdminLink,
} from './store.ts';

export interface AccountOptions {
  database: Database;
  limits: RateLimits;
  roles: Roles;
  /** What else a new person gets, in the transaction that makes the account. */
  welcome: (transaction: Transaction, userId: number) => Promise<void>;
}

type Registration = ReadOf<typeof contract.register, 'body'>;

/** Brings what an earlier version wrote to what this one expects; before anybody registers. */
export const prepareAccounts = (database: Database): Promise<void> => claimMissingLooks(database);

async function enter(
  database: Database | Transaction,
  user: Caller,
  roles: Roles,
  userAgent: string,
): Promise<AnswerOf<typeof contract.login>> {
  // Only who has shown who they are hears of it.
  if (await isLockedOut(database, user.id)) {
    throw new Problem(403, 'account-locked', 'Whoever runs this platform has locked this account');
  }
  const { token, expiresAt } = await openSession(database, user.id, userAgent);
  return {
    user: await describeUser(database, user, roles),
    userToken: token,
    expires_at: expiresAt.toISOString(),
  };
}

/**
 * Refuses what may not be chosen, in words for its field. An account that is older than a rule keeps what it has.
 * @throws Problem 400
 */
async function checkChoice({ account, nick, password }: Registration): Promise<void> {
  const reasons: FieldReason[] = [];
  if (!isWrittenPlainly(account)) reasons.push({ field: 'account', reason: 'mixed-scripts' });
  const refused = await refusedPassword(password, [account, nick ?? '']);
  if (refused) reasons.push({ field: 'password', reason: refused });
  if (reasons.length > 0) throw invalidInput(reasons);
}

const nameTaken = () =>
  new Problem(409, 'account-taken', 'This account name, or one that looks like it, is taken');

/**
 * @throws Problem 400 for a name or a password that nobody may choose, 409 for a name that is taken, 429 for too many
 *   registrations from one network, 503 when too many others are waiting
 */
export async function register(
  { database, limits, roles, welcome }: AccountOptions,
  body: Registration,
  asker: Asker,
  userAgent: string,
  log: Log,
): Promise<AnswerOf<typeof contract.register>> {
  await limits.registration(asker.network);
  await checkChoice(body);
  // Before the hash, which is dear.
  if (!(await isNameFree(database, body.account))) throw nameTaken();
  const passwordHash = await hashPassword(body.password, asker).catch(async (error: unknown) => {
    await limits.registrationDropped(asker.network);
    throw error;
  });
  return database.transaction(async (transaction) => {
    const user = await addLocalUser(transaction, {
      account: body.account,
      nick: body.nick || body.account,
      passwordHash,
    });
    if (!user) throw nameTaken();
    await welcome(transaction, user.id);
    const entered = await enter(transaction, user, roles, userAgent);
    log.info({ user: user.id }, 'account made');
    return entered;
  });
}

const wrongPassword = () => new Problem(403, 'wrong-credentials', 'Wrong account or password');

/** A local identity whose password somebody has just given. */
type Proven = FoundIdentity & { identity: Identity };

/**
 * Holds a password against the account's, which takes a while.
 * @throws Problem 403 for an unknown account and a wrong password alike, 429 for too many tries, 503 when too many
 *   others are waiting
 */
async function provePassword(
  { database, limits }: Pick<AccountOptions, 'database' | 'limits'>,
  identity: Identity,
  password: string,
  asker: Asker,
): Promise<Proven> {
  const { network } = asker;
  await limits.login(network, identity.subject);
  const found = await findIdentity(database, identity);
  const matches = await passwordMatches(password, found?.secret ?? null, asker).catch(
    async (error: unknown) => {
      await limits.loginDropped(network, identity.subject);
      throw error;
    },
  );
  if (!found || !matches) throw wrongPassword();
  await limits.loginSucceeded(network, identity.subject);
  return { ...found, identity };
}

/**
 * Makes sure that a password which was proven is still the account's, and stays it until the transaction ends.
 * @throws Problem 403 when it was changed meanwhile
 */
async function holdProof(transaction: Transaction, proven: Proven): Promise<void> {
  await lockUser(transaction, proven.user.id);
  const now = await findIdentity(transaction, proven.identity);
  if (now?.secret !== proven.secret) throw wrongPassword();
}

/**
 * @throws Problem 403 for an unknown account and a wrong password alike, 429 for too many tries, 503 when too many
 *   others are waiting
 */
export async function logIn(
  { database, limits, roles }: AccountOptions,
  body: ReadOf<typeof contract.login, 'body'>,
  asker: Asker,
  userAgent: string,
  log: Log,
): Promise<AnswerOf<typeof contract.login>> {
  const { account, password } = body;
  const proven = await provePassword(
    { database, limits },
    localIdentity(account),
    password,
    asker,
  ).catch((error: unknown) => {
    // Without the name: somebody may have typed their password there.
    if (error instanceof Problem) {
      log.warn({ network: asker.network, code: error.code }, 'a sign-in was refused');
    }
    throw error;
  });
  const entered = await database.transaction(async (transaction) => {
    await holdProof(transaction, proven);
    return enter(transaction, proven.user, roles, userAgent);
  });
  log.info({ user: proven.user.id, by: 'password' }, 'signed in');
  return entered;
}

/** How long a sign-in shows by itself that it is the person, and not somebody who found their device. */
const freshMs = 10 * 60_000;

/**
 * Makes sure before something grave that it is the person: by their password, or a sign-in of a few minutes ago.
 * @throws Problem 403 `wrong-credentials` when neither shows it, 429 for too many tries, 503 when too many others are
 *   waiting
 */
export async function proveAgain(
  { database, limits }: Pick<AccountOptions, 'database' | 'limits'>,
  user: Caller,
  { token, password, asker }: { token: string; password: string | undefined; asker: Asker },
): Promise<void> {
  if (password === undefined) {
    const own = tokenHashOf(token);
    const session = (await listSessions(database, user.id)).find(({ hash }) => hash.equals(own));
    if (session && Date.now() - session.createdAt.getTime() < freshMs) return;
    throw new Problem(
      403,
      'wrong-credentials',
      'Your password is needed, or that you sign in anew',
    );
  }
  const identity = await ownLocalIdentity(database, user.id);
  if (!identity) throw wrongPassword();
  await provePassword({ database, limits }, identity, password, asker);
}

/** A person's sessions in the contract's form. @param token of the one that asks */
export async function describeSessions(
  database: Database,
  user: Caller,
  token: string,
): Promise<AnswerOf<typeof sessionsContract.getSessions>['data']> {
  const own = tokenHashOf(token);
  return (await listSessions(database, user.id)).map((session) => ({
    id: session.id,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    is_this: session.hash.equals(own),
  }));
}

/** Ends one of a person's sessions, or all others. @returns how many; none when it had ended already */
export const endSessionsOf = (
  database: Database,
  user: Caller,
  which: { id: string } | { allBut: string },
): Promise<number> =>
  database.transaction((transaction) =>
    endSessions(
      transaction,
      user.id,
      'id' in which ? which : { allBut: tokenHashOf(which.allBut) },
    ),
  );

/**
 * Gives a person another password, and ends their other sessions: whoever knew the old one is out.
 * @param token of the session that asks, which goes on
 * @returns how many other sessions ended
 * @throws Problem 403 for a wrong password, 400 for a new one that nobody may choose, 429 for too many tries, 503 when
 *   too many others are waiting
 */
export async function changePassword(
  { database, limits }: AccountOptions,
  user: Caller,
  body: ReadOf<typeof sessionsContract.changePassword, 'body'>,
  asker: Asker,
  token: string,
  log: Log,
): Promise<number> {
  const { account, nick } = user;
  const identity = await ownLocalIdentity(database, user.id);
  if (!identity) throw wrongPassword();
  const proven = await provePassword({ database, limits }, identity, body.password, asker);
  const refused = await refusedPassword(body.new_password, [account, nick]);
  if (refused) throw invalidInput([{ field: 'new_password', reason: refused }]);
  const hash = await hashPassword(body.new_password, asker);
  const ended = await database.transaction(async (transaction) => {
    await holdProof(transaction, proven);
    await replaceSecret(transaction, proven.identityId, hash);
    return endSessions(transaction, user.id, { allBut: tokenHashOf(token) });
  });
  log.info({ user: user.id, ended }, 'password changed');
  return ended;
}

/** What somebody who vouches for a person says of them. */
export interface Profile {
  /** A name of their own choosing there; may be anything. */
  name: string;
  nick: string;
}

const namesToTry = 8;
const nickMaxCharacters = 100;

/** A name that may be had here, as near to theirs as it gets. */
function nameLike(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/@.*$/, '')
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[._-]+/, '')
    .slice(0, 24);
  return plain.length >= 3 && isWrittenPlainly(plain) ? plain : 'potter';
}

class NameTaken extends Error {}

/**
 * Whose identity it is; where it is nobody's yet, a new person with all that new people get.
 * @throws Problem 429 for too many new people from one network
 */
export async function personBehind(
  { database, limits, welcome }: AccountOptions,
  identity: Identity,
  profile: Profile,
  network: string,
  log: Log,
): Promise<number> {
  const known = await findIdentity(database, identity);
  if (known) return known.user.id;
  await limits.registration(network);
  const base = nameLike(profile.name);
  for (let tries = 0; tries < namesToTry; tries += 1) {
    const account = tries === 0 ? base : `${base}-${randomBytes(3).toString('hex')}`;
    try {
      return await database.transaction(async (transaction) => {
        const nick = (profile.nick.trim() || account).slice(0, nickMaxCharacters);
        const user = await addVouchedUser(transaction, { account, nick }, identity);
        if (!user) throw new NameTaken();
        await welcome(transaction, user.id);
        log.info({ user: user.id, by: identity.kind }, 'account made');
        return user.id;
      });
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
      // They may have come twice at once: then they are here by now.
      const here = await findIdentity(database, identity);
      if (here) return here.user.id;
    }
  }
  throw new Error('no name was free');
}

/** Opens a session for somebody who has proven who they are elsewhere. */
export async function enterAs(
  { roles }: Pick<AccountOptions, 'roles'>,
  transaction: Transaction,
  userId: number,
  userAgent: string,
): Promise<AnswerOf<typeof contract.login>> {
  const user = await readCaller(transaction, userId);
  if (!user) throw wrongPassword();
  return enter(transaction, user, roles, userAgent);
}

/**
 * Makes a link by which somebody becomes who runs this; the one of an earlier start opens nothing any more.
 * @param hasOthers whether the environment names somebody
 * @returns its token, which exists nowhere else; null where somebody runs it already
 */
export const offerAdminLink = (database: Database, hasOthers: boolean): Promise<string | null> =>
  database.transaction(async (transaction) => {
    const isTaken = hasOthers || (await hasSuperUser(transaction));
    const token = isTaken ? null : randomBytes(32).toString('base64url');
    await replaceAdminLink(transaction, token === null ? null : tokenHashOf(token));
    return token;
  });

/**
 * Makes somebody who runs this.
 * @throws Problem 404 for a token that is none, or was used
 */
export async function becomeAdmin(
  { database, roles }: AccountOptions,
  user: Caller,
  token: string,
  log: Log,
): Promise<AnswerOf<typeof adminContract.becomeAdmin>['data']> {
  await database.transaction(async (transaction) => {
    if (!(await takeAdminLink(transaction, tokenHashOf(token)))) throw notFound('Link');
    await makeSuperUser(transaction, user.id);
  });
  log.warn({ user: user.id }, 'an account runs this platform from now on');
  return describeUser(database, { ...user, isSuperUser: true }, roles);
}

/** Whether somebody is VIP by the word of who vouches for them, beside what they have bought. */
export const keepVip = (transaction: Transaction, userId: number, isVip: boolean): Promise<void> =>
  setVip(transaction, userId, isVip);

/** Keeps somebody out, or lets them in again. */
export const setLocked = (
  transaction: Transaction,
  userId: number,
  isLocked: boolean,
): Promise<void> => setLockedAt(transaction, userId, isLocked ? new Date() : null);

/** Ends all sessions of a person. */
export const endAllSessions = (transaction: Transaction, userId: number): Promise<void> =>
  endEverySession(transaction, userId);

/** What somebody does; null until they have said so. */
export async function careerOf(database: Database, user: Caller): Promise<Career | null> {
  const known = await readCareer(database, user.id);
  return careers.find((one) => one === known) ?? null;
}

export const chooseCareer = (database: Database, user: Caller, career: number): Promise<void> =>
  setCareer(database, user.id, career);

/** Keeps the names of somebody who is about to go from being anybody's again. */
export const retireNames = (transaction: Transaction, userId: number): Promise<void> =>
  retireLooks(transaction, userId);

/** Puts what is done for one person in a line, until the transaction ends. */
export const lockAccount = (transaction: Transaction, userId: number): Promise<void> =>
  lockUser(transaction, userId);

/**
 * Makes somebody VIP for longer, or for less long: from the end of what they have, or from now where that is over.
 * @param months negative takes away
 */
export async function extendVip(
  transaction: Transaction,
  userId: number,
  months: number,
): Promise<void> {
  const until = await lockVip(transaction, userId);
  const from = Math.max(until?.getTime() ?? 0, Date.now());
  await setVipUntil(transaction, userId, new Date(addMonths(from, months)));
}

/** The names by which others see people, by id; who is gone is absent. */
export const nicksOf = async (
  database: Database,
  userIds: readonly number[],
): Promise<Map<number, string>> =>
  userIds.length === 0 ? new Map() : readNicks(database, userIds);

/**
 * The account to which belongs what the platform itself publishes; nobody can sign in as it, or by its name.
 * @returns its number; null where people came before there was one, who may have the name
 */
export const platformAccount = (database: Database): Promise<number | null> =>
  database.transaction((transaction) => addHouseUser(transaction));
