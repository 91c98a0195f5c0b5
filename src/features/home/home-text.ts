import { useSyncExternalStore } from 'react';

// Dies with the tab, but must outlive the page: `?search=` may arrive on any route and is shown on home.
let text = '';
const listeners = new Set<() => void>();

export function setHomeText(next: string) {
  if (next === text) return;
  text = next;
  for (const listener of listeners) listener();
}

/** What stands in the prompt box of home. */
export function useHomeText(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
}
