import type { WorkId } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { redoAlbumChange, undoAlbumChange } from '../albums/albums.ts';
import { redoCollecting, undoCollecting } from '../albums/memberships.ts';
import { db } from '../database.ts';
import { readRating, writeRating } from '../works/wishes.ts';
import { pendingWishes } from './lists.ts';
import type { WishIntent } from '../works/wishes.ts';
import { hideInBin, placeWorks, showInBin } from '../works/bin-wishes.ts';

/**
 * What intents change on the device before the platform knows of them. Kinds that change nothing need no line.
 * All inside the caller's transaction over `changedTables`.
 */

/** The tables of a transaction in which an intent's changes may be undone or made once more. */
export const changedTables = () => [db.intents, db.works, db.bin, db.albums, db.memberships];

/** The works of a wish, with the value before, of which no later wish says otherwise. */
async function undoneBy(intent: WishIntent): Promise<Map<WorkId, number>> {
  const later = (await pendingWishes(intent.owner, intent.kind)).filter(
    (row) => row.id !== intent.id,
  );
  const wished = new Set(later.flatMap((row) => row.payload.works.map(({ id }) => id)));
  const entries: { id: WorkId; before: number }[] = intent.payload.works;
  return new Map(entries.filter(({ id }) => !wished.has(id)).map(({ id, before }) => [id, before]));
}

/** Undoes an intent's changes, because it will not be carried out: refused, cancelled or removed. */
export async function undoLocally(intent: Intent): Promise<void> {
  switch (intent.kind) {
    case 'set-binned':
      await placeWorks(intent.owner, await undoneBy(intent), intent.payload.tappedAtMs);
      break;
    case 'delete-works':
      await showInBin(intent.payload.workIds);
      break;
    case 'set-favourite':
    case 'set-rating': {
      const { kind } = intent;
      const before = await undoneBy(intent);
      await db.works
        .where('id')
        .anyOf([...before.keys()])
        .modify((work) => {
          const value = before.get(work.id);
          if (value !== undefined) writeRating(work, kind, value);
        });
      break;
    }
    case 'change-album':
      await undoAlbumChange(intent);
      break;
    case 'collect-works':
      await undoCollecting(intent);
      break;
    default:
      break;
  }
}

/** Makes the changes of a wish that was undone once more, because it is tried again. */
export async function redoLocally(intent: Intent, nowMs: number): Promise<void> {
  switch (intent.kind) {
    case 'delete-works':
      await hideInBin(intent.payload.workIds, nowMs);
      break;
    case 'set-binned': {
      const { value, works } = intent.payload;
      intent.payload.tappedAtMs = nowMs;
      await placeWorks(intent.owner, new Map(works.map(({ id }) => [id, value])), nowMs);
      break;
    }
    case 'set-favourite':
    case 'set-rating': {
      const { kind } = intent;
      const { value, works } = intent.payload;
      intent.payload.tappedAtMs = nowMs;
      await db.works
        .where('id')
        .anyOf(works.map((work) => work.id))
        .modify((work) => {
          if (readRating(work, kind) !== value) writeRating(work, kind, value);
        });
      break;
    }
    case 'change-album':
      intent.payload.tappedAtMs = nowMs;
      await redoAlbumChange(intent);
      break;
    case 'collect-works':
      intent.payload.tappedAtMs = nowMs;
      await redoCollecting(intent);
      break;
    default:
      break;
  }
}
