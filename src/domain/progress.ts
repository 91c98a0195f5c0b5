/**
 * Spec 1, section 4: percent = 100 × (1 − wait / (wait + elapsed)), rounded to 2 decimals.
 * Never NaN (0/0 counts as nothing done yet), never below what was shown before, and below 100
 * until the work is really there.
 * @param waitSeconds the platform's current estimate of what is left
 * @param elapsedSeconds time since the submission
 * @param previousPercent what was shown last
 */
export function progressPercent(
  waitSeconds: number,
  elapsedSeconds: number,
  previousPercent = 0,
): number {
  const wait = Number.isFinite(waitSeconds) ? Math.max(0, waitSeconds) : 0;
  const elapsed = Number.isFinite(elapsedSeconds) ? Math.max(0, elapsedSeconds) : 0;
  const previous = Number.isFinite(previousPercent) ? previousPercent : 0;
  const total = wait + elapsed;
  const raw = total === 0 ? 0 : 100 * (1 - wait / total);
  const rounded = Math.round(raw * 100) / 100;
  return Math.min(99.99, Math.max(0, previous, rounded));
}

/**
 * The percentage where the engine tells how far its work is: what was shown before it did, and of the rest as much
 * as is done. Never below what was shown before, and below 100 until the work is really there.
 * @param fraction 0…1, as the engine tells
 * @param fromPercent what was shown when it began to tell
 * @param previousPercent what was shown last
 */
export function workPercent(
  fraction: number,
  fromPercent: number,
  previousPercent: number,
): number {
  const done = Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0;
  const percent = fromPercent + (100 - fromPercent) * done;
  return Math.min(99.99, Math.max(previousPercent, Math.round(percent * 100) / 100));
}

/**
 * How much of the sources has arrived, 0…1.
 * @returns null while nothing has, so that there is nothing to tell yet
 */
export function uploadShare(
  upload: { uploadedBytes: number; totalBytes: number } | null | undefined,
): number | null {
  if (!upload || upload.uploadedBytes <= 0 || upload.totalBytes <= 0) return null;
  return Math.min(1, upload.uploadedBytes / upload.totalBytes);
}

/**
 * How much of the results is here, 0…1.
 * @returns null while nothing is, so that there is nothing to tell yet
 */
export function downloadShare(
  download: { receivedBytes: number; totalBytes: number } | null | undefined,
): number | null {
  if (!download || download.receivedBytes <= 0 || download.totalBytes <= 0) return null;
  return Math.min(1, download.receivedBytes / download.totalBytes);
}
