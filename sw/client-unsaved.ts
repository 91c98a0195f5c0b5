import { lockNames } from '../src/domain/locks.ts';

/**
 * Call it while something in this tab is not on the disk yet. Until it is released no new version takes over,
 * whichever tab asks for the update.
 * @returns releases it
 */
export function holdUnsaved(): () => void {
  // Absent on plain http, where no new version takes over by itself either.
  const locks = (navigator as { locks?: LockManager }).locks;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks?.request(lockNames.unsaved, { mode: 'shared' }, () => held);
  return release;
}
