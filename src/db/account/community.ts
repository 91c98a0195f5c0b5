import type { UserKey } from '../../domain/ids.ts';
import { communityOwner } from '../../domain/community.ts';
import { db, guardStorage } from '../database.ts';
import type { CommunitySettings } from '../schema.ts';
import type { ModelPlace } from '../../domain/model.ts';
import { endSession, getSession, startSession } from './session.ts';
import { getSetting } from '../settings.ts';

/** Where pictures are made without a platform; null with one. */
export async function getCommunity(): Promise<CommunitySettings | null> {
  return getSetting('community');
}

/** Whether this device has ever learnt if there is a platform. */
export async function isConfigured(): Promise<boolean> {
  return (await db.settings.get('community')) !== undefined;
}

/** The places whose models this device lists, in the order of the list. */
export async function listedPlaces(): Promise<ModelPlace[]> {
  const places: ModelPlace[] = (await getCommunity()) ? [] : ['platform'];
  if ((await getSetting('hordeUrl')) !== null) places.push('horde');
  if ((await getSetting('deviceModels')).length > 0) places.push('device');
  return places;
}

/** Switches to a device without a platform, which asks the AI Horde by itself under a session of its own. */
export async function enterCommunity(community: CommunitySettings): Promise<void> {
  await guardStorage(() =>
    db.settings.bulkPut([
      { key: 'community', value: community },
      { key: 'hordeUrl', value: community.hordeUrl },
    ]),
  );
  if ((await getSession())?.userKey === communityOwner) return;
  await startSession({
    userKey: communityOwner as UserKey,
    userToken: communityOwner,
    account: communityOwner,
    nickname: '',
    isVip: false,
    isSuperUser: false,
    // This session never expires, whatever the clock says.
    expiresAtMs: Number.MAX_SAFE_INTEGER,
  });
}

/**
 * Switches to a platform. Works that were made without one stay on the device.
 * @param hordeUrl the AI Horde whose models are listed beside the platform's; null for none
 */
export async function leaveCommunity(hordeUrl: string | null = null): Promise<void> {
  const isSame = (await getSetting('hordeUrl')) === hordeUrl;
  if ((await isConfigured()) && (await getCommunity()) === null && isSame) return;
  await guardStorage(() =>
    db.settings.bulkPut([
      { key: 'community', value: null },
      { key: 'hordeUrl', value: hordeUrl },
    ]),
  );
  if ((await getSession())?.userKey === communityOwner) await endSession();
}
