import { removeIntent } from '../../db/intents.ts';
import type { IntentId } from '../../domain/ids.ts';
import { deleteUndoMs } from '../../domain/limits.ts';
import { atom, store } from '../../ui/atoms.ts';

/**
 * Requests that are hidden but not yet removed: the rows go when the time for "Undo" is over. A page that is
 * closed meanwhile removes nothing, which is the safe side.
 */
export const hiddenRequestsAtom = atom<ReadonlySet<IntentId>>(new Set<IntentId>());

function show(ids: readonly IntentId[]) {
  store.set(hiddenRequestsAtom, (hidden) => hidden.difference(new Set(ids)));
}

/**
 * Hides requests at once and removes their rows after the time for an undo.
 * @returns brings them back; without effect once they are gone
 */
export function removeLater(ids: readonly IntentId[], undoMs: number = deleteUndoMs): () => void {
  store.set(hiddenRequestsAtom, (hidden) => hidden.union(new Set(ids)));
  const timer = setTimeout(() => {
    void (async () => {
      try {
        for (const id of ids) await removeIntent(id);
      } catch {
        // The database was replaced or cannot be written: the rest simply comes back.
      }
      // What could not be removed must not stay out of sight.
      show(ids);
    })();
  }, undoMs);
  return () => {
    clearTimeout(timer);
    show(ids);
  };
}
