/** What the browser says about this origin's room. */
export interface Estimate {
  usedBytes: number;
  quotaBytes: number;
  /** The app itself and the lists it keeps, where the browser tells them apart. */
  cacheBytes: number | null;
  /** Whether the browser promised not to clear it away; null where it cannot promise. */
  persisted: boolean | null;
}

/** Only Chromium says what takes how much. */
interface DetailedEstimate extends StorageEstimate {
  usageDetails?: { caches?: number; serviceWorkerRegistrations?: number };
}

/** @returns null on insecure origins and in some private windows */
export async function readEstimate(): Promise<Estimate | null> {
  if (!('storage' in navigator) || !('estimate' in navigator.storage)) return null;
  try {
    const { usage, quota, usageDetails }: DetailedEstimate = await navigator.storage.estimate();
    if (usage === undefined || !quota) return null;
    return {
      usedBytes: usage,
      quotaBytes: quota,
      cacheBytes: usageDetails
        ? (usageDetails.caches ?? 0) + (usageDetails.serviceWorkerRegistrations ?? 0)
        : null,
      persisted: 'persisted' in navigator.storage ? await navigator.storage.persisted() : null,
    };
  } catch {
    return null;
  }
}

/** Adds up the answers in all caches, for browsers that don't say. */
export async function measureCaches(): Promise<number> {
  if (!('caches' in globalThis)) return 0;
  let bytes = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      const answer = await cache.match(key);
      if (answer) bytes += (await answer.blob()).size;
    }
  }
  return bytes;
}

/** Asks the browser to keep everything. Some ask the person in turn. @returns whether it promised */
export async function askToPersist(): Promise<boolean> {
  if (!('storage' in navigator) || !('persist' in navigator.storage)) return false;
  return navigator.storage.persist().catch(() => false);
}
