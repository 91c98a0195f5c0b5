import { atom, store, useAtomValue } from '../../ui/atoms.ts';

interface Waiting {
  why: string | null;
  answer: (signedIn: boolean) => void;
}

/** Everyone who waits for the answer to one question, "please sign in". */
const waitingAtom = atom<readonly Waiting[]>([]);

/**
 * @param why what it is good for right now; said in the dialog
 * @returns true once someone is signed in, false when the dialog was closed
 */
export function requestSignIn(why?: string): Promise<boolean> {
  return new Promise((answer) =>
    store.set(waitingAtom, (waiting) => [...waiting, { why: why ?? null, answer }]),
  );
}

export function answerSignIn(signedIn: boolean) {
  const waiting = store.get(waitingAtom);
  store.set(waitingAtom, []);
  for (const { answer } of waiting) answer(signedIn);
}

/** The question that is open; null when there is none. */
export function useSignInRequest(): { why: string | null } | null {
  return useAtomValue(waitingAtom).at(-1) ?? null;
}
