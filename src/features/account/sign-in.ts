import {
  accountName,
  login,
  password,
  register,
  type sessionAnswer,
} from '../../api/contract/account.ts';
import { call } from '../../api/client.ts';
import { endOtherSession, startSession } from '../../db/account/session.ts';
import type { Session } from '../../db/schema.ts';
import { KilnError, type ErrorCode } from '../../domain/errors.ts';
import type { FieldReason } from '../../domain/field-reasons.ts';
import type { UserKey } from '../../domain/ids.ts';
import type * as z from 'zod/mini';

export type SignInMode = 'log-in' | 'register';

export interface Credentials {
  account: string;
  password: string;
}

export type SignInProblem =
  | { field: 'account'; problem: 'required' | 'not-a-name' | 'taken' }
  | { field: 'password'; problem: 'required' | 'too-short' | 'wrong' }
  /** What the platform refuses by a rule of its own. */
  | { field: keyof Credentials; problem: 'refused'; reason: FieldReason }
  /** Nothing a field could be blamed for. */
  | { field: null; code: ErrorCode; retryAfterMs: number | null };

/** What can be said before asking the platform; null when it is worth asking. */
export function checkCredentials(mode: SignInMode, wanted: Credentials): SignInProblem | null {
  if (!wanted.account.trim()) return { field: 'account', problem: 'required' };
  if (mode === 'register' && !accountName.safeParse(wanted.account).success) {
    return { field: 'account', problem: 'not-a-name' };
  }
  if (!wanted.password) return { field: 'password', problem: 'required' };
  if (mode === 'register' && !password.safeParse(wanted.password).success) {
    return { field: 'password', problem: 'too-short' };
  }
  return null;
}

/** A session as this device keeps it. */
function toSession(answer: z.infer<typeof sessionAnswer>): Session {
  const { user, userToken } = answer;
  const expiresAtMs = Date.parse(answer.expires_at);
  return {
    userKey: user.userKey as UserKey,
    userToken,
    account: user.account,
    nickname: user.nick,
    isVip: user.is_vip,
    isSuperUser: user.is_super_user,
    // Zero would read as "refused by the platform".
    expiresAtMs: Number.isNaN(expiresAtMs) ? Date.now() + 1 : expiresAtMs,
  };
}

/** Goes on as whoever the platform says has signed in, with what this device has of accounts that became theirs. */
export async function enterAs(answer: z.infer<typeof sessionAnswer>): Promise<void> {
  const session = toSession(answer);
  await startSession(session);
  await adoptFormer(session.userKey, answer.user.former_keys);
}

/** Accounts were joined, here or on another device: what this one has of the former is the person's. */
export async function adoptFormer(owner: UserKey, formerKeys: readonly string[]): Promise<void> {
  if (formerKeys.length === 0) return;
  const { adoptPerson } = await import('../../db/account/adopt-person.ts');
  for (const key of formerKeys) {
    await endOtherSession(key as UserKey);
    await adoptPerson(key as UserKey, owner);
  }
}

const isFieldOf = (field: string | null): field is keyof Credentials =>
  field === 'account' || field === 'password';

/** The first refusal that is about a field of the form. */
function refusedField({ reasons }: KilnError): SignInProblem | null {
  for (const reason of reasons) {
    const { field } = reason;
    if (isFieldOf(field)) return { field, problem: 'refused', reason };
  }
  return null;
}

async function ask(mode: SignInMode, wanted: Credentials) {
  const body = { account: wanted.account.trim(), password: wanted.password };
  if (mode === 'log-in') return call(login, { body });
  try {
    return await call(register, { body });
  } catch (error) {
    if (!(error instanceof KilnError) || error.code !== 'account-taken') throw error;
    // The first answer may have been lost on its way: then the taken name is this person's own.
    try {
      return await call(login, { body });
    } catch (loginError) {
      throw loginError instanceof KilnError && loginError.code === 'wrong-credentials'
        ? error
        : loginError;
    }
  }
}

/**
 * Signs in or creates an account, and keeps the session on this device.
 * @returns null when it worked
 */
export async function signIn(mode: SignInMode, wanted: Credentials): Promise<SignInProblem | null> {
  try {
    await enterAs(await ask(mode, wanted));
    return null;
  } catch (error) {
    if (!(error instanceof KilnError)) throw error;
    if (error.code === 'account-taken') return { field: 'account', problem: 'taken' };
    if (
      error.code === 'wrong-credentials' ||
      (mode === 'log-in' && error.code === 'login-required')
    ) {
      return { field: 'password', problem: 'wrong' };
    }
    return (
      refusedField(error) ?? { field: null, code: error.code, retryAfterMs: error.retryAfterMs }
    );
  }
}
