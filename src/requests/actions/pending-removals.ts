import { putGroupBack, removeGroup } from '../../db/intents/groups.ts';
import { putBack, removeIntents } from '../../db/intents/request-actions.ts';
import { removeUnusedSources } from '../../db/media/media.ts';
import type { GroupId, IntentId } from '../../domain/ids.ts';
import { deleteUndoMs } from '../../domain/limits.ts';

let undoable = 0;

/** What requests were made from goes only when the time for an undo is over. */
function tidyUpLater(undoMs: number) {
  undoable += 1;
  setTimeout(() => {
    undoable -= 1;
    // A page that is closed before leaves this to the next removal.
    if (undoable === 0) removeUnusedSources().catch(() => undefined);
  }, undoMs);
}

/**
 * Removes requests from the queue.
 * @returns how many went, and the way to bring them back
 */
export async function removeWithUndo(
  ids: readonly IntentId[],
  undoMs: number = deleteUndoMs,
): Promise<{ count: number; bringBack: () => Promise<void> }> {
  const rows = await removeIntents(ids);
  tidyUpLater(undoMs);
  return { count: rows.length, bringBack: () => putBack(rows) };
}

/**
 * Removes a comparison with its requests; its works stay.
 * @returns the way to bring it back; null when one of its requests is on its way
 */
export async function removeGroupWithUndo(
  id: GroupId,
  undoMs: number = deleteUndoMs,
): Promise<{ bringBack: () => Promise<void> } | null> {
  const removed = await removeGroup(id);
  if (!removed) return null;
  tidyUpLater(undoMs);
  return { bringBack: () => putGroupBack(removed) };
}
