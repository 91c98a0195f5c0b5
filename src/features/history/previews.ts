import { wantThumbnails } from '../../db/works/sync.ts';
import type { WorkId } from '../../domain/ids.ts';

/** Tiles that scroll by together are asked for together. */
const gatherMs = 120;

let gathered = new Set<WorkId>();

/** Somebody looks at the place of a work whose small picture is not here: it is fetched before the others. */
export function askForPreview(id: WorkId): void {
  gathered.add(id);
  if (gathered.size > 1) return;
  setTimeout(() => {
    const ids = [...gathered];
    gathered = new Set();
    // Without it they come in their turn.
    wantThumbnails(ids).catch(() => undefined);
  }, gatherMs);
}
