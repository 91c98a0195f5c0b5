import type { Database } from '../database/connect.ts';
import type { FileStore } from '../files/file-store.ts';
import { filesById } from '../files/service.ts';
import { forgetUploads } from '../files/unused-uploads.ts';
import { createThumbnails } from '../files/thumbnails.ts';
import type { Log } from '../log.ts';
import { changeWorks } from './change.ts';
import type { Retention } from './retention-rule.ts';
import { markExpired, readDue } from './store.ts';

const worksPerRound = 100;
/** The size in which devices show works of which they have no original. */
const smallWidth = 512;

/**
 * Lets go of originals whose time is over; facts and small pictures stay. The row is marked before the bytes go:
 * who gives a copy back at the same moment is told the truth. What a crash leaves in between the sweep removes.
 * @returns how many went
 */
export async function expireOriginals(
  database: Database,
  store: FileStore,
  retention: Retention,
  log: Log,
): Promise<number> {
  const thumbnail = createThumbnails(store);
  let removed = 0;
  for (;;) {
    const due = await readDue(database, retention, worksPerRound);
    if (due.length === 0) return removed;
    const fileOf = await filesById(
      database,
      due.map(({ fileId }) => fileId),
    );
    for (const file of fileOf.values()) {
      if (!file.mediaType.startsWith('image/')) continue;
      await thumbnail(file, smallWidth).catch((error: unknown) =>
        log.warn({ err: error, file: file.id }, 'a small picture could not be made'),
      );
    }
    for (const [userId, mine] of Map.groupBy(due, (row) => row.userId)) {
      const ids = mine.map(({ id }) => id);
      const gone = await changeWorks(database, userId, async (transaction) => {
        const marked = await markExpired(transaction, ids, retention);
        const expired = mine.flatMap(({ id, fileId }) => (marked.has(id) ? [fileId] : []));
        await forgetUploads(transaction, expired);
        return marked;
      });
      const files = mine.flatMap(({ id, fileId }) =>
        gone.has(id) ? (fileOf.get(fileId) ?? []) : [],
      );
      await store.removeOriginals(files);
      removed += gone.size;
    }
  }
}
