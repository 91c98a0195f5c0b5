import { putBack, removeIntents } from '../../db/intents/request-actions.ts';
import { removeUnusedSources } from '../../db/media/media.ts';
import type { IntentId } from '../../domain/ids.ts';
import { deleteUndoMs } from '../../domain/limits.ts';

let undoable = 0;

/**
 * Removes requests from the queue. What they were made from goes only when the time for an undo is over.
 * @returns how many went, and the way to bring them back
 */
export async function removeWithUndo(
  ids: readonly IntentId[],
  undoMs: number = deleteUndoMs,
): Promise<{ count: number; bringBack: () => Promise<void> }> {
  const rows = await removeIntents(ids);
  undoable += 1;
  setTimeout(() => {
    undoable -= 1;
    // A page that is closed before leaves this to the next removal.
    if (undoable === 0) removeUnusedSources().catch(() => undefined);
  }, undoMs);
  return { count: rows.length, bringBack: () => putBack(rows) };
}
