import type { Intent } from '../../domain/intent.ts';
import { db } from '../database.ts';
import { pendingRatings, readRating, writeRating } from '../works/ratings.ts';
import { showAgain } from '../works/works.ts';

/**
 * What intents change on the device before the platform knows of them. Kinds that change nothing need no line.
 * All inside the caller's transaction over `works` and `intents`.
 */

/** Undoes an intent's changes, because it will not be carried out: refused, cancelled or removed. */
export async function undoLocally(intent: Intent): Promise<void> {
  switch (intent.kind) {
    case 'delete-works':
      await showAgain(intent.payload.workIds);
      break;
    case 'set-favourite':
    case 'set-rating': {
      const { kind } = intent;
      const later = (await pendingRatings(intent.owner, kind)).filter(
        (row) => row.id !== intent.id,
      );
      const wished = new Set(later.flatMap((row) => row.payload.works.map(({ id }) => id)));
      const before = new Map<string, number>(
        intent.payload.works.map((work) => [work.id, work.before]),
      );
      await db.works
        .where('id')
        .anyOf([...before.keys()])
        .modify((work) => {
          const value = before.get(work.id);
          if (value !== undefined && !wished.has(work.id)) writeRating(work, kind, value);
        });
      break;
    }
    default:
      break;
  }
}

/** Makes the changes of a wish that was undone once more, because it is tried again. */
export async function redoLocally(intent: Intent, nowMs: number): Promise<void> {
  switch (intent.kind) {
    case 'delete-works':
      await db.works
        .where('id')
        .anyOf(intent.payload.workIds)
        .modify((work) => {
          work.deletedAtMs ??= nowMs;
        });
      break;
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
    default:
      break;
  }
}
