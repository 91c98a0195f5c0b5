import type { UserKey } from '../domain/ids.ts';
import { communityOwner } from '../domain/community.ts';
import { db, guardStorage } from './database.ts';
import type { CommunitySettings } from './schema.ts';
import { endSession, getSession, startSession } from './session.ts';
import { getSetting } from './settings.ts';

/** Where pictures are made without a platform; null with one. */
export async function getCommunity(): Promise<CommunitySettings | null> {
  return getSetting('community');
}

/** Whether this device has ever learnt if there is a platform. */
export async function isConfigured(): Promise<boolean> {
  return (await db.settings.get('community')) !== undefined;
}

/** From now on there is no platform: the device itself is who makes pictures. */
export async function enterCommunity(community: CommunitySettings): Promise<void> {
  await guardStorage(() => db.settings.put({ key: 'community', value: community }));
  if ((await getSession())?.userKey === communityOwner) return;
  await startSession({
    userKey: communityOwner as UserKey,
    userToken: communityOwner,
    account: communityOwner,
    nickname: '',
    isVip: false,
    isSuperUser: false,
    // It never runs out, and no clock decides about it.
    expiresAtMs: Number.MAX_SAFE_INTEGER,
  });
}

/** There is a platform. What was made without one stays on the device. */
export async function leaveCommunity(): Promise<void> {
  if ((await isConfigured()) && (await getCommunity()) === null) return;
  await guardStorage(() => db.settings.put({ key: 'community', value: null }));
  if ((await getSession())?.userKey === communityOwner) await endSession();
}
