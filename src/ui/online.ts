import { atom, useAtomValue } from './atoms.ts';

const onlineAtom = atom(navigator.onLine);

onlineAtom.onMount = (set) => {
  const look = () => set(navigator.onLine);
  look();
  addEventListener('online', look);
  addEventListener('offline', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', look);
  };
};

/** What the browser says about the network; a "yes" may still be wrong, a "no" is not. For words only. */
export function useOnline(): boolean {
  return useAtomValue(onlineAtom);
}
