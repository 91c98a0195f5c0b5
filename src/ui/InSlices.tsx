import { useDeferredValue, type ReactNode } from 'react';

/**
 * Draws its children in slices, between which the page takes what is typed and pressed: something large that appears
 * at once would be one long task of the main thread. Until it is drawn there is the fallback.
 */
export function InSlices({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isDue = useDeferredValue(true, false);
  return isDue ? children : fallback;
}
