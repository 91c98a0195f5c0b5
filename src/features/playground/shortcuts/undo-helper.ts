import { atom, store } from '../../../ui/atoms.ts';

/** Takes back what a helper did to the words, for as long as that is offered. */
const undoAtom = atom<{ run: () => void } | null>(null);

/** @returns withdraws the offer */
export function offerHelperUndo(run: () => void): () => void {
  const offer = { run };
  store.set(undoAtom, offer);
  return () => store.set(undoAtom, (now) => (now === offer ? null : now));
}

export function undoHelper(): void {
  store.get(undoAtom)?.run();
}
