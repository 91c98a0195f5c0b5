/** From these shares of the quota on the device is said to be filling, and to be nearly full. */
export const storageWarnShare = 0.7;
export const storageAlarmShare = 0.9;

export type StorageLevel = 'fine' | 'filling' | 'nearly-full';

/** @param quotaBytes what the browser allows; 0 when it does not say */
export function storageLevel(usedBytes: number, quotaBytes: number): StorageLevel {
  if (quotaBytes <= 0) return 'fine';
  const share = usedBytes / quotaBytes;
  if (share >= storageAlarmShare) return 'nearly-full';
  return share >= storageWarnShare ? 'filling' : 'fine';
}

/** What a deployment may keep of one person's uploads and works, unless it says something else. */
export const storedBytesPerPersonDefault = 2 * 1024 * 1024 * 1024;
/** From this share of it on, a person is told. */
export const storedBytesWarnShare = 0.8;

/** How much of what the platform may keep for a person is used up. @param limitBytes null where there is no limit */
export function storedLevel(
  usedBytes: number,
  limitBytes: number | null,
): 'fine' | 'filling' | 'used-up' {
  if (limitBytes === null) return 'fine';
  if (usedBytes >= limitBytes) return 'used-up';
  return usedBytes >= limitBytes * storedBytesWarnShare ? 'filling' : 'fine';
}

/** With less than this free in the platform's data folder nothing new is taken, unless the deployment differs. */
export const freeBytesFloorDefault = 1024 * 1024 * 1024;
/** A disk that was short has to have this much more than the floor before it counts as recovered. */
export const freeBytesRecoveryShare = 1.05;
/** How long the answer of the disk is good for. */
export const freeBytesMaxAgeMs = 5_000;
/** After so many bytes of one upload the disk is asked again: it may have filled up meanwhile. */
export const freeBytesAskedEvery = 4 * 1024 * 1024;
/** When somebody who was refused for it may ask again. */
export const freeBytesRetryAfterMs = 60_000;
