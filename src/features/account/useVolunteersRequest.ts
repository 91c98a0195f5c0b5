import { agreesToVolunteers } from '../../db/account/volunteers.ts';
import { currentOwner } from '../../db/account/session.ts';
import type { ModelPlace } from '../../domain/model.ts';
import { atom, store, useAtomValue } from '../../ui/atoms.ts';

interface Waiting {
  place: ModelPlace;
  answer: (agrees: boolean) => void;
}

/** Everyone who waits for the answer to one question, "may volunteers see it?". */
const waitingAtom = atom<readonly Waiting[]>([]);

/**
 * Asks whoever has not agreed yet.
 * @param place where the volunteers are asked from, which is where a key of one's own is kept
 * @returns whether what is asked for may leave for volunteers
 */
export async function requestVolunteers(place: ModelPlace): Promise<boolean> {
  if (await agreesToVolunteers(await currentOwner())) return true;
  return new Promise((answer) =>
    store.set(waitingAtom, (waiting) => [...waiting, { place, answer }]),
  );
}

export function answerVolunteers(agrees: boolean) {
  const waiting = store.get(waitingAtom);
  store.set(waitingAtom, []);
  for (const { answer } of waiting) answer(agrees);
}

/** The question that is open; null when there is none. */
export function useVolunteersRequest(): { place: ModelPlace } | null {
  return useAtomValue(waitingAtom).at(-1) ?? null;
}
