import { call } from '../../api/client.ts';
import { changePassword, endSessions, getSessions } from '../../api/contract/sessions.ts';
import { asMyself } from '../../db/account/as-myself.ts';

/** One place where somebody is signed in. */
export interface SignIn {
  id: string;
  userAgent: string;
  seenAtMs: number;
  isThis: boolean;
}

/** Where somebody is signed in, this device first, and whether they have a password. @throws KilnError */
export function fetchSignIns(
  signal: AbortSignal,
): Promise<{ signIns: SignIn[]; hasPassword: boolean }> {
  return asMyself(async (session) => {
    const { data, has_password: hasPassword } = await call(getSessions, { session, signal });
    const signIns = data
      .map((one) => ({
        id: one.id,
        userAgent: one.user_agent,
        seenAtMs: Date.parse(one.seen_at),
        isThis: one.is_this,
      }))
      .toSorted((a, b) => Number(b.isThis) - Number(a.isThis));
    return { signIns, hasPassword };
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
