import { atom, store, useAtomValue } from '../../ui/atoms.ts';

/** A version that waits; null while there is none. */
const waitingUpdateAtom = atom<{ apply: () => void } | null>(null);

/** main.tsx calls it when the service worker has a new version waiting. */
export function announceUpdate(apply: () => void) {
  store.set(waitingUpdateAtom, { apply });
}

/** @returns loads the waiting version */
export function useWaitingUpdate(): (() => void) | null {
  return useAtomValue(waitingUpdateAtom)?.apply ?? null;
}
