import { call } from '../../api/client.ts';
import { changePassword, endSessions, getSessions } from '../../api/contract/sessions.ts';
import { expireSession, getSession } from '../../db/account/session.ts';
import type { Session } from '../../db/schema.ts';
import { KilnError } from '../../domain/errors.ts';

/** One place where somebody is signed in. */
export interface SignIn {
  id: string;
  userAgent: string;
  seenAtMs: number;
  isThis: boolean;
}

async function asMyself<Value>(work: (session: Session) => Promise<Value>): Promise<Value> {
  const session = await getSession();
  if (!session) throw new KilnError('login-required', { retryable: false });
  try {
    return await work(session);
  } catch (error) {
    if (error instanceof KilnError && error.code === 'login-required')
      await expireSession(session.userToken);
    throw error;
  }
}

/** Where somebody is signed in, this device first. @throws KilnError */
export function fetchSignIns(signal: AbortSignal): Promise<SignIn[]> {
  return asMyself(async (session) => {
    const { data } = await call(getSessions, { session, signal });
    return data
      .map((one) => ({
        id: one.id,
        userAgent: one.user_agent,
        seenAtMs: Date.parse(one.seen_at),
        isThis: one.is_this,
      }))
      .toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
  });
}

/** @param id of one; without it all but this device's end @throws KilnError */
export async function endSignIns(id?: string): Promise<void> {
  await asMyself((session) => call(endSessions, { session, body: id === undefined ? {} : { id } }));
}

/**
 * Chooses another password; all other devices are signed out.
 * @throws KilnError `wrong-credentials` for a wrong old one, `invalid-input` with reasons for a new one that nobody may
 *   choose
 */
export async function choosePassword(old: string, chosen: string): Promise<void> {
  await asMyself((session) =>
    call(changePassword, { session, body: { password: old, new_password: chosen } }),
  );
}
