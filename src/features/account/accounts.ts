import { forgetPrivateAnswers, syncPush } from '../../../sw/client.ts';
import { call } from '../../api/client.ts';
import { logout } from '../../api/contract/account.ts';
import * as contract from '../../api/contract/belongings.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import {
  endOtherSession,
  endSession,
  getSession,
  switchSession,
} from '../../db/account/session.ts';
import type { Session } from '../../db/schema.ts';
import { getSetting } from '../../db/settings.ts';
import { errorCodeOf, KilnError } from '../../domain/errors.ts';
import type { UserKey } from '../../domain/ids.ts';
import { refreshMyself } from './myself.ts';
import { adoptFormer } from './sign-in.ts';

/** What other accounts were told must not be shown to this one. */
const afterSwitch = () => Promise.all([forgetPrivateAnswers(), syncPush()]);

/** Goes on as an account that waits on this device. @returns false when it does not wait any more */
export async function goOnAs(userKey: UserKey): Promise<boolean> {
  const isSwitched = await switchSession(userKey);
  if (isSwitched) await afterSwitch();
  return isSwitched;
}

/** Signs an account out that waits on this device; what is theirs stays, hidden. */
export async function signOutOther(userKey: UserKey): Promise<void> {
  const session = await endOtherSession(userKey);
  if (!session) return;
  try {
    await call(logout, { session, timeoutMs: 4_000 });
  } catch {
    // The session ends by itself after its lifetime; this device has forgotten it already.
  }
}

/**
 * Takes an account that waits here into the one in use, for good.
 * @throws KilnError `wrong-credentials` without a proof, `not-found` when it is not signed in any more, `conflict` while
 *   it has requests under way
 */
export async function joinInto(other: Session, password?: string): Promise<void> {
  try {
    await asMyself(async (session) => {
      await call(contract.joinAccounts, {
        session,
        body: {
          user_key: other.userKey,
          user_token: other.userToken,
          ...(password !== undefined && { password }),
        },
      });
      await adoptFormer(session.userKey, [other.userKey]);
    });
  } catch (error) {
    // The answer may have been lost on its way: then the platform says so itself.
    await refreshMyself();
    const waiting = await getSetting('otherSessions');
    if (waiting.some(({ userKey }) => userKey === other.userKey)) throw error;
  }
}

/** Where a browser fetches everything that is the person's, for some minutes. @throws KilnError */
export function exportAddress(): Promise<string> {
  return asMyself(async (session) => {
    const { data } = await call(contract.exportAccount, { session });
    return data.address;
  });
}

/** By which nobody knows what became of a call. */
export const isLost = (error: unknown): boolean => error instanceof KilnError && error.retryable;

/**
 * Deletes the account in use, here and at the platform.
 * @param wasLost whether an earlier try had no answer: an account that the platform does not know any more is gone then
 * @throws KilnError `wrong-credentials` without a proof, and then nothing has changed; with `retryable` nobody knows
 */
export async function deleteAccount(password: string | undefined, wasLost: boolean): Promise<void> {
  // Before anything is over: without it nothing could be removed here, and nobody would be there any more to say so.
  const { removePerson } = await import('../../db/account/remove-person.ts');
  const session = await getSession();
  if (!session) throw new KilnError('login-required', { retryable: false });
  try {
    await call(contract.deleteAccount, {
      session,
      body: password === undefined ? {} : { password },
    });
  } catch (error) {
    if (!(wasLost && errorCodeOf(error) === 'login-required')) throw error;
  }
  await endSession();
  await removePerson(session.userKey);
  await afterSwitch();
}
