import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../../api/client.ts';
import * as contract from '../../api/contract/passkeys.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { enterAs } from './sign-in.ts';

/** One of a person's passkeys. */
export interface Passkey {
  id: string;
  userAgent: string;
  createdAtMs: number;
  usedAtMs: number | null;
  isSynced: boolean;
}

/** Browsers bind passkeys to names; who came by an address of numbers can have none. */
export function mayUsePasskeys(): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return !isAddress && isSecureContext && 'PublicKeyCredential' in globalThis;
}

/** The newest first. @throws KilnError */
export function fetchPasskeys(signal: AbortSignal): Promise<Passkey[]> {
  return asMyself(async (session) => {
    const { data } = await call(contract.getPasskeys, { session, signal });
    return data.map((one) => ({
      id: one.id,
      userAgent: one.user_agent,
      createdAtMs: Date.parse(one.created_at),
      usedAtMs: one.used_at === null ? null : Date.parse(one.used_at),
      isSynced: one.is_synced,
    }));
  });
}

/** The person said no to their device, or it has nothing for here. */
export class PasskeyNotUsed extends Error {
  override readonly name = 'PasskeyNotUsed';
  /** The device has one of theirs already. */
  readonly isKnown: boolean;

  constructor(cause: unknown) {
    super('no passkey was used', { cause });
    this.isKnown =
      cause instanceof Error &&
      'code' in cause &&
      cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  }
}

const byDevice = <Value>(asked: Promise<Value>): Promise<Value> =>
  asked.catch((error: unknown) => {
    throw new PasskeyNotUsed(error);
  });

/**
 * Has this device make a passkey.
 * @param password where the sign-in is older than a few minutes
 * @throws KilnError `wrong-credentials` without a proof; PasskeyNotUsed
 */
export function makePasskey(password?: string): Promise<void> {
  return asMyself(async (session) => {
    const { data } = await call(contract.beginPasskey, {
      session,
      body: password === undefined ? {} : { password },
    });
    const { startRegistration } = await import('@simplewebauthn/browser');
    // The platform's answer is what browsers take; they check it themselves.
    const optionsJSON = data as unknown as PublicKeyCredentialCreationOptionsJSON;
    const made = await byDevice(startRegistration({ optionsJSON }));
    await call(contract.addPasskey, { session, body: made as never });
  });
}

/** @throws KilnError `conflict` for the only way in */
export async function removePasskey(id: string): Promise<void> {
  await asMyself((session) => call(contract.removePasskey, { session, body: { id } }));
}

/**
 * Signs in whoever this device knows a passkey of.
 * @throws KilnError; PasskeyNotUsed
 */
export async function signInByPasskey(): Promise<void> {
  const { data } = await call(contract.beginPasskeyLogin, {});
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON;
  const signed = await byDevice(startAuthentication({ optionsJSON }));
  await enterAs(await call(contract.passkeyLogin, { body: signed as never }));
}
