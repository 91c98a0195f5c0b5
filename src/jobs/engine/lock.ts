/**
 * Runs work under a Web Lock that no one else may hold meanwhile. Where there are no locks (plain http on a
 * local network) the work runs without: leases still keep two hosts apart.
 * @param work is told whether the lock is held, and so no one else can be at it
 * @returns the work's result; null when someone else holds the lock
 */
export async function withLock<Result>(
  name: string,
  work: (isAlone: boolean) => Promise<Result>,
): Promise<Result | null> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work(false);
  // The browser gives the lock back only when the promise is settled, so it covers all of the work.
  return locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work(true) : null));
}
