import { atom, store, useAtomValue } from '../../ui/atoms.ts';

type Answer = (signedIn: boolean) => void;

/** Everyone who waits for the answer to one question, "please sign in". */
const waitingAtom = atom<readonly Answer[]>([]);

/** @returns true once someone is signed in, false when the dialog was closed */
export function requestSignIn(): Promise<boolean> {
  return new Promise((resolve) => store.set(waitingAtom, (waiting) => [...waiting, resolve]));
}

export function answerSignIn(signedIn: boolean) {
  const waiting = store.get(waitingAtom);
  store.set(waitingAtom, []);
  for (const resolve of waiting) resolve(signedIn);
}

export function useSignInRequested(): boolean {
  return useAtomValue(waitingAtom).length > 0;
}
