/** Prefetching stops when this share of the storage is used: the rest is for what the person makes here. */
const fillUpTo = 0.7;

/** Whether originals may be fetched before anybody asks: there is storage left and the person does not save data. */
export async function mayPrefetch(): Promise<boolean> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return false;
  const storage = (navigator as { storage?: StorageManager }).storage;
  // On plain http there is no estimate. Prefetching then goes on until a write fails because the disk is full.
  if (!storage) return true;
  const { usage = 0, quota = 0 } = await storage.estimate();
  return quota === 0 || usage < quota * fillUpTo;
}
