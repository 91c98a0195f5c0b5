import type { Intent } from '../domain/intent.ts';
import { db } from './database.ts';
import { pendingMarks, writeMark } from './marks.ts';
import { showAgain } from './works.ts';

/**
 * Takes back what a wish had changed on the device, because it will not be carried out: refused, cancelled or
 * taken out of the queue. Kinds that change nothing here need no line. Inside the caller's transaction over
 * `works` and `intents`.
 */
export async function undoLocally(intent: Intent): Promise<void> {
  switch (intent.kind) {
    case 'delete-works':
      await showAgain(intent.payload.workIds);
      break;
    case 'set-favourite':
    case 'set-rating': {
      const { kind } = intent;
      const later = (await pendingMarks(intent.owner, kind)).filter((row) => row.id !== intent.id);
      const wished = new Set(later.flatMap((row) => row.payload.works.map(({ id }) => id)));
      const before = new Map<string, number>(
        intent.payload.works.map((work) => [work.id, work.before]),
      );
      await db.works
        .where('id')
        .anyOf([...before.keys()])
        .modify((work) => {
          const value = before.get(work.id);
          if (value !== undefined && !wished.has(work.id)) writeMark(work, kind, value);
        });
      break;
    }
    default:
      break;
  }
}
