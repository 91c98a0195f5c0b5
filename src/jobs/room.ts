/** Fetched without being asked for, originals leave this share of the room to what the person makes here. */
const fillUpTo = 0.7;

/** Whether the device has room, and the person a line, for what nobody asked for. */
export async function mayFillUp(): Promise<boolean> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return false;
  const storage = (navigator as { storage?: StorageManager }).storage;
  // Absent on plain http; then the disk itself says when it is full.
  if (!storage) return true;
  const { usage = 0, quota = 0 } = await storage.estimate();
  return quota === 0 || usage < quota * fillUpTo;
}
