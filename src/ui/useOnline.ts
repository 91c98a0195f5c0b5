import { atom, useAtomValue } from './atoms.ts';

const onlineAtom = atom(navigator.onLine);

onlineAtom.onMount = (set) => {
  const update = () => set(navigator.onLine);
  update();
  addEventListener('online', update);
  addEventListener('offline', update);
  return () => {
    removeEventListener('online', update);
    removeEventListener('offline', update);
  };
};

/** What the browser says about the network; a "yes" may still be wrong, a "no" is not. For words only. */
export function useOnline(): boolean {
  return useAtomValue(onlineAtom);
}
