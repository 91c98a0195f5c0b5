import { useEffect } from 'react';
import { lockNames } from '../src/domain/locks.ts';

/**
 * Something in this tab is not on the disk yet: no new version takes over, whichever tab it is asked for in,
 * until this is let go.
 * @returns lets go
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

/** `holdUnsaved` for as long as something is. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
}
