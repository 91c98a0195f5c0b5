import { call } from '../../api/client.ts';
import { enterByProvider, finishOidc, startOidc } from '../../api/contract/doors.ts';
import { endSession } from '../../db/account/session.ts';
import { getSetting, setSetting } from '../../db/settings.ts';
import type { DoorKeys } from '../../domain/door-keys.ts';
import { errorCodeOf, KilnError } from '../../domain/errors.ts';
import { enterAs } from './sign-in.ts';

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Begins a sign-in elsewhere. This device keeps what proves that it began it, and where it goes on.
 * @param returnTo path on this origin
 * @returns where to sign in
 * @throws KilnError
 */
export async function beginElsewhere(returnTo: string): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  await setSetting('doorAttempt', { verifier, returnTo, atMs: Date.now() });
  const { data } = await call(startOidc, {
    body: { challenge: base64url(new Uint8Array(hash)) },
  });
  return data.address;
}

/**
 * Ends it with what the provider led back with.
 * @returns where it goes on
 * @throws KilnError `wrong-credentials` when this device did not begin it, or too long ago; `account-locked`
 */
export async function finishElsewhere(ticket: string): Promise<string> {
  const attempt = await getSetting('doorAttempt');
  if (attempt === null) throw new KilnError('wrong-credentials', { retryable: false });
  const { verifier, returnTo } = attempt;
  const answer = await call(finishOidc, { body: { ticket, verifier } });
  await enterAs(answer);
  await setSetting('doorAttempt', null);
  // A path, whatever the row holds.
  return /^\/(?![/\\])/.test(returnTo) ? returnTo : '/';
}

/** `nowhere`: this deployment has no such provider; `locked`: the studio keeps this person out. */
export type EnteredByKeys = 'entered' | 'refused' | 'locked' | 'unreachable' | 'nowhere';

/**
 * Signs in with what a link of the account provider carried. Where the provider knows nobody by it, nobody is signed in
 * here any more (spec 2, section 4); what is theirs stays.
 */
export async function enterByKeys(keys: DoorKeys): Promise<EnteredByKeys> {
  try {
    await enterAs(await call(enterByProvider, { body: keys }));
    return 'entered';
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'not-found') return 'nowhere';
    if (code === 'account-locked') return 'locked';
    if (code !== 'wrong-credentials' && code !== 'invalid-input') return 'unreachable';
    await endSession();
    return 'refused';
  }
}
