import type { UpdateState } from '../../../sw/client-updates.ts';
import { atom, store, useAtomValue } from '../../ui/atoms.ts';

export interface Update {
  state: UpdateState;
  /** Lets the waiting version take over once nothing is being written or sent. */
  apply: () => void;
  /** Takes that back. */
  postpone: () => void;
  reload: () => void;
}

const updateAtom = atom<Update | null>(null);

/** main.tsx calls it whenever something about versions changes. */
export function announceUpdate(update: Update) {
  store.set(updateAtom, update);
}

/** Null while all is as it should be. */
export function useUpdate(): Update | null {
  const update = useAtomValue(updateAtom);
  return update?.state === 'current' ? null : update;
}
