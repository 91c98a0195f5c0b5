import { getSession, ownerOf } from '../../db/account/session.ts';
import type { UserKey } from '../../domain/ids.ts';
import { mayGoOn } from './keep-request.ts';

/**
 * Whoever sends a form, signed in where that is needed.
 * @param isHere this device makes it itself, for whoever is here
 * @param flush writes the form, which has to be there after a sign-in
 * @returns null when nobody signed in, or somebody else than whose form it was
 */
export async function signInFirst(
  isHere: boolean,
  flush: () => Promise<void>,
  requestSignIn: () => Promise<boolean>,
): Promise<UserKey | null> {
  const session = await getSession();
  const before = session?.userKey;
  if (isHere || mayGoOn(session)) return ownerOf(session);
  await flush();
  if (!(await requestSignIn())) return null;
  const now = await getSession();
  if (!mayGoOn(now)) return null;
  // Somebody else took over the device: what was in this form is not theirs.
  if (before !== undefined && before !== now.userKey) return null;
  return now.userKey;
}
