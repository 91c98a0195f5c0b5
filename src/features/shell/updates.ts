import { useSyncExternalStore } from 'react';

/** Loads the waiting version; null while there is none. */
let applyUpdate: (() => void) | null = null;
const listeners = new Set<() => void>();

/** main.tsx calls it when the service worker has a new version waiting. */
export function announceUpdate(apply: () => void) {
  applyUpdate = apply;
  for (const listener of listeners) listener();
}

export function useWaitingUpdate(): (() => void) | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => applyUpdate,
  );
}
