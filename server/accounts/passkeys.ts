import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import type * as contract from '../../src/api/contract/passkeys.ts';
import type { AnswerOf, ReadOf } from '../../src/api/contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import type { Caller } from '../http/caller.ts';
import { forbidden, Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import { addIdentity, findIdentity, removeIdentity } from './identities.ts';
import type { Asker } from './passwords.ts';
import {
  deleteOldChallenges,
  insertPasskey,
  keepChallenge,
  listPasskeys,
  lockPasskey,
  noteUse,
  takeChallenge,
} from './passkey-store.ts';
import type { PasskeyRow } from './passkey-store.ts';
import { enterAs, lockAccount, proveAgain } from './service.ts';
import type { AccountOptions } from './service.ts';

export interface PasskeyOptions extends AccountOptions {
  /** What people know the deployment as. */
  brandName: () => string;
  /** Whether a host is one of the platform's own. */
  isOwnHost: (host: string) => boolean;
}

/** How long somebody may take to answer their device's question. */
const challengeMs = 5 * 60_000;
const userAgentMaxCharacters = 300;
/** EdDSA, ES256, RS256: what devices have, and what Node checks without a word of warning. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Loaded by the first who has a passkey: most of what it brings reads certificates. */
const webauthn = () => import('@simplewebauthn/server');

/** The page that asks, by which passkeys are bound. */
export interface Site {
  origin: string;
  rpId: string;
}

/**
 * Which page asks, by the browser's own word.
 * @param origin its header of that name
 * @param host the address that was asked
 * @throws Problem 403 for a page of somebody else
 */
export function siteOf(
  { isOwnHost }: PasskeyOptions,
  origin: string | undefined,
  host: string | undefined,
): Site {
  if (origin === undefined || !URL.canParse(origin)) throw forbidden();
  const page = new URL(origin);
  if (page.host !== host && !isOwnHost(page.host)) throw forbidden();
  return { origin: page.origin, rpId: page.hostname };
}

const describe = (credentialId: string, passkey: PasskeyRow): contract.Passkey => ({
  id: credentialId,
  user_agent: passkey.userAgent,
  created_at: passkey.createdAt.toISOString(),
  used_at: passkey.usedAt?.toISOString() ?? null,
  is_synced: passkey.isSynced,
});

/** A person's passkeys, the newest first. */
export async function describePasskeys(
  database: Database,
  userId: number,
): Promise<contract.Passkey[]> {
  const rows = await listPasskeys(database, userId);
  return rows.map(({ credentialId, passkey }) => describe(credentialId, passkey));
}

/** Handlers of people by their devices: the same person's second passkey there takes the place of the first. */
const userHandle = (userId: number) => new TextEncoder().encode(String(userId));

/** @throws Problem 403 without a proof, 429, 503 */
export async function beginPasskey(
  options: PasskeyOptions,
  user: Caller,
  { rpId }: Site,
  proof: { token: string; password: string | undefined; asker: Asker },
): Promise<AnswerOf<typeof contract.beginPasskey>['data']> {
  const { database, brandName } = options;
  await proveAgain(options, user, proof);
  const known = await listPasskeys(database, user.id);
  const { generateRegistrationOptions } = await webauthn();
  const made = await generateRegistrationOptions({
    rpName: brandName(),
    rpID: rpId,
    userID: userHandle(user.id),
    userName: user.account,
    userDisplayName: user.nick,
    excludeCredentials: known
      .filter(({ passkey }) => passkey.rpId === rpId)
      .map(({ credentialId: id, passkey }) => ({ id, transports: passkey.transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout: challengeMs,
  });
  await keepChallenge(database, made.challenge, user.id, new Date(Date.now() + challengeMs));
  return { ...made };
}

const refused = () => new Problem(403, 'wrong-credentials', 'This passkey opens nothing here');

/** The challenge that was answered, by the answer's own word; who signed it is not known yet. */
function challengeIn(clientDataJson: string): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    if (typeof said === 'object' && said !== null && 'challenge' in said) {
      return typeof said.challenge === 'string' ? said.challenge : '';
    }
  } catch {
    // Nothing of a browser's.
  }
  return '';
}

/** @throws Problem 403 for what does not answer what this person was asked, 409 for one that is known */
export async function addPasskey(
  { database }: PasskeyOptions,
  user: Caller,
  { origin, rpId }: Site,
  body: ReadOf<typeof contract.addPasskey, 'body'>,
  userAgent: string,
  log: Log,
): Promise<contract.Passkey> {
  const challenge = challengeIn(body.response.clientDataJSON);
  const asked = await takeChallenge(database, challenge);
  if (asked?.userId !== user.id) throw refused();
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: body as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs,
  }).catch((error: unknown) => {
    log.warn({ err: error, user: user.id }, 'a passkey was refused');
    throw refused();
  });
  if (!verified.verified) throw refused();
  const { credential, credentialBackedUp: isSynced } = verified.registrationInfo;
  const kept = await database.transaction(async (transaction) => {
    const identity = { kind: 'passkey', issuer: rpId, subject: credential.id } as const;
    const identityId = await addIdentity(transaction, user.id, identity);
    if (identityId === null) throw new Problem(409, 'conflict', 'This passkey is known already');
    return insertPasskey(transaction, {
      identityId,
      rpId,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      userAgent: userAgent.slice(0, userAgentMaxCharacters),
      isSynced,
    });
  });
  log.info({ user: user.id }, 'a passkey was added');
  return describe(credential.id, kept);
}

/** @throws Problem 409 for the only way in */
export async function removePasskey(
  { database }: PasskeyOptions,
  user: Caller,
  credentialId: string,
  log: Log,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockAccount(transaction, user.id);
    const removed = await removeIdentity(transaction, user.id, 'passkey', credentialId);
    if (removed === 'last') throw new Problem(409, 'conflict', 'It is the only way to sign in');
  });
  log.info({ user: user.id }, 'a passkey was removed');
}

/** What a device that signs somebody in is asked; it knows itself whose passkeys it has. */
export async function beginPasskeyLogin(
  { database }: PasskeyOptions,
  { rpId }: Site,
): Promise<AnswerOf<typeof contract.beginPasskeyLogin>['data']> {
  const { generateAuthenticationOptions } = await webauthn();
  const asked = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    timeout: challengeMs,
  });
  await keepChallenge(database, asked.challenge, null, new Date(Date.now() + challengeMs));
  return { ...asked };
}

/**
 * Signs in whoever a passkey belongs to.
 * @throws Problem 403 for one that nobody has, or that did not sign what it was asked, 429
 */
export async function passkeyLogin(
  options: PasskeyOptions,
  { origin, rpId }: Site,
  body: ReadOf<typeof contract.passkeyLogin, 'body'>,
  network: string,
  userAgent: string,
  log: Log,
): Promise<AnswerOf<typeof contract.passkeyLogin>> {
  const { database, limits } = options;
  await limits.login(network, `passkey ${network}`);
  const challenge = challengeIn(body.response.clientDataJSON);
  const asked = await takeChallenge(database, challenge);
  // One that was kept for making a passkey signs nobody in.
  if (!asked || asked.userId !== null) throw refused();
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    const entered = await database.transaction(async (transaction) => {
      const identity = { kind: 'passkey', issuer: rpId, subject: body.id } as const;
      const found = await findIdentity(transaction, identity);
      const passkey = found && (await lockPasskey(transaction, found.identityId));
      if (!passkey) throw refused();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: body as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: passkey.rpId,
        credential: {
          id: body.id,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: passkey.counter,
          transports: passkey.transports,
        },
      });
      if (!verified) throw refused();
      await noteUse(transaction, found.identityId, authenticationInfo.newCounter);
      return enterAs(options, transaction, found.user.id, userAgent);
    });
    await limits.loginSucceeded(network, `passkey ${network}`);
    log.info({ user: Number(entered.user.uid), by: 'passkey' }, 'signed in');
    return entered;
  } catch (error) {
    log.warn({ network, why: String(error) }, 'a sign-in by a passkey was refused');
    throw error instanceof Problem ? error : refused();
  }
}

/** Forgets questions that nobody can answer any more. */
export const removeOldChallenges = (database: Database): Promise<void> =>
  deleteOldChallenges(database);
