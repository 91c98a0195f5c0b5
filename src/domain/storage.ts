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
