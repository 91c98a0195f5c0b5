import { removeIntent } from '../../db/intents.ts';
import type { IntentId } from '../../domain/ids.ts';
import { deleteUndoMs } from '../../domain/limits.ts';

/**
 * Requests that are hidden but not yet removed: the rows go when the time for "Undo" is over. A page that is
 * closed meanwhile removes nothing, which is the safe side.
 */
let hidden: ReadonlySet<IntentId> = new Set();
const listeners = new Set<() => void>();

function publish(next: ReadonlySet<IntentId>) {
  hidden = next;
  for (const listener of listeners) listener();
}

export function subscribeRemovals(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function hiddenRequests(): ReadonlySet<IntentId> {
  return hidden;
}

function show(ids: readonly IntentId[]) {
  publish(hidden.difference(new Set(ids)));
}

/**
 * Hides requests at once and removes their rows after the time for an undo.
 * @returns brings them back; without effect once they are gone
 */
export function removeLater(ids: readonly IntentId[], undoMs: number = deleteUndoMs): () => void {
  publish(hidden.union(new Set(ids)));
  const timer = setTimeout(() => {
    void (async () => {
      try {
        for (const id of ids) await removeIntent(id);
      } finally {
        // What could not be removed must not stay out of sight.
        show(ids);
      }
    })();
  }, undoMs);
  return () => {
    clearTimeout(timer);
    show(ids);
  };
}
