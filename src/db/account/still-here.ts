import { communityOwner, guestOwner } from '../../domain/community.ts';
import type { UserKey } from '../../domain/ids.ts';
import { getSetting } from '../settings.ts';
import { getSession } from './session.ts';

/**
 * Whether somebody is signed in on this device, now or waiting. What they asked may be answered after they left and
 * had everything removed: who writes an answer asks this first, in the same transaction (over `settings`).
 */
export async function isStillHere(owner: UserKey): Promise<boolean> {
  // Nobody takes leave of these.
  if (owner === guestOwner || owner === communityOwner) return true;
  if ((await getSession())?.userKey === owner) return true;
  return (await getSetting('otherSessions')).some(({ userKey }) => userKey === owner);
}
