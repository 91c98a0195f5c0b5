import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type * as contract from '../../src/api/contract/doors.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import { enterAs, keepVip, personBehind } from '../accounts/service.ts';
import type { AccountOptions } from '../accounts/service.ts';
import type { Database } from '../database/connect.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import type { OidcClient } from './oidc.ts';
import type { ProvidedUser, Provider } from './provider.ts';
import { addAttempt, deleteOldAttempts, findAttempt, giveTicket, takeTicket } from './store.ts';

export interface DoorOptions extends AccountOptions {
  /** Null where there is none. */
  oidc: OidcClient | null;
  provider: Provider | null;
}

/** How long somebody may take to sign in elsewhere, and their device to come back from there. */
const attemptMs = 15 * 60_000;
const ticketMs = 2 * 60_000;

const newSecret = (): string => randomBytes(32).toString('base64url');
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function clientOf({ oidc }: DoorOptions): OidcClient {
  if (!oidc) throw notFound('Address');
  return oidc;
}

/** Begins a sign-in elsewhere. @throws Problem 404 where there is no such door, 503 when it can't be reached */
export async function startOidc(
  options: DoorOptions,
  { challenge }: ReadOf<typeof contract.startOidc, 'body'>,
  log: Log,
): Promise<AnswerOf<typeof contract.startOidc>['data']> {
  const client = clientOf(options);
  const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  let address: string;
  try {
    address = await client.addressFor(secrets);
  } catch (error) {
    log.warn({ err: error }, 'the OpenID provider cannot be reached');
    throw new Problem(503, 'engine-unavailable', 'The sign-in elsewhere cannot be reached now', {
      headers: { 'Retry-After': '10' },
    });
  }
  const expiresAt = new Date(Date.now() + attemptMs);
  await addAttempt(options.database, { ...secrets, challenge, expiresAt });
  return { address };
}

/** What the provider led back with: a ticket for the device, or why there is none. */
export type CameBack = { ticket: string } | { failure: 'refused' | 'failed' };

/**
 * Takes what a provider led back with.
 * @param query of the address, with its question mark
 */
export async function takeBack(
  options: DoorOptions,
  query: string,
  network: string,
  log: Log,
): Promise<CameBack> {
  const client = clientOf(options);
  const params = new URLSearchParams(query);
  const attempt = await findAttempt(options.database, params.get('state') ?? '');
  if (!attempt) return { failure: 'failed' };
  // They may have changed their mind, which is no fault.
  if (params.get('error') === 'access_denied') return { failure: 'refused' };
  try {
    const { issuer, subject, profile } = await client.whoCame(query, attempt);
    const identity = { kind: 'oidc', issuer, subject } as const;
    const userId = await personBehind(options, identity, profile, network, log);
    const ticket = newSecret();
    const expiresAt = new Date(Date.now() + ticketMs);
    const { database } = options;
    const isFirst = await giveTicket(database, attempt.state, userId, hashOf(ticket), expiresAt);
    return isFirst ? { ticket } : { failure: 'failed' };
  } catch (error) {
    log.warn({ err: error }, 'a sign-in by OpenID Connect failed');
    return { failure: 'failed' };
  }
}

const wrongTicket = () => new Problem(403, 'wrong-credentials', 'This sign-in is over: begin anew');

/**
 * Opens the session of whoever a ticket was given for; it is used by that, whether it was right or not.
 * @throws Problem 403 for a ticket that is none, was used or is too old, and for a device that did not begin it
 */
export async function finishOidc(
  options: DoorOptions,
  { ticket, verifier }: ReadOf<typeof contract.finishOidc, 'body'>,
  userAgent: string,
  log: Log,
): Promise<AnswerOf<typeof contract.finishOidc>> {
  clientOf(options);
  const entered = await options.database.transaction(async (transaction) => {
    const attempt = await takeTicket(transaction, hashOf(ticket));
    if (!attempt || attempt.userId === null) return null;
    const given = Buffer.from(hashOf(verifier).toString('base64url'));
    const kept = Buffer.from(attempt.challenge);
    if (given.length !== kept.length || !timingSafeEqual(given, kept)) return null;
    return enterAs(options, transaction, attempt.userId, userAgent);
  });
  if (!entered) {
    log.warn('a ticket of a sign-in elsewhere was refused');
    throw wrongTicket();
  }
  log.info({ user: Number(entered.user.uid), by: 'oidc' }, 'signed in');
  return entered;
}

/**
 * Signs somebody in whom the deployment's account provider knows.
 * @throws Problem 403 when it knows nobody by these keys, 404 where there is no such door, 429, 503 when the provider
 *   can't be reached
 */
export async function enterByProvider(
  options: DoorOptions,
  keys: ReadOf<typeof contract.enterByProvider, 'body'>,
  network: string,
  userAgent: string,
  log: Log,
): Promise<AnswerOf<typeof contract.enterByProvider>> {
  const { provider, database, limits } = options;
  if (!provider) throw notFound('Address');
  await limits.login(network, `provider ${network}`);
  let user: ProvidedUser | null;
  try {
    user = await provider.userBehind(keys);
  } catch (error) {
    log.warn({ err: error }, 'the account provider cannot be asked');
    await limits.loginDropped(network, `provider ${network}`);
    throw new Problem(503, 'engine-unavailable', 'The account provider cannot be reached now', {
      headers: { 'Retry-After': '10' },
    });
  }
  if (!user) {
    log.warn({ network }, 'the account provider knows nobody by a key');
    throw new Problem(403, 'wrong-credentials', 'The account provider knows nobody by it');
  }
  await limits.loginSucceeded(network, `provider ${network}`);
  const { issuer, uid, isVip, profile } = user;
  const identity = { kind: 'provider', issuer, subject: uid } as const;
  const userId = await personBehind(options, identity, profile, network, log);
  log.info({ user: userId, by: 'provider' }, 'signed in');
  return database.transaction(async (transaction) => {
    await keepVip(transaction, userId, isVip);
    return enterAs(options, transaction, userId, userAgent);
  });
}

/** Forgets sign-ins that nobody can finish any more. */
export const removeOldAttempts = (database: Database): Promise<void> => deleteOldAttempts(database);
