import type { MediaId } from '../../domain/ids.ts';
import { db } from '../database.ts';

/** The end of downloads, which whoever removes works needs; how they go on is in `downloads.ts`. */

/** A download that nothing was added to for this long belongs to no row any more. */
const abandonedAfterMs = 14 * 86_400_000;

/** The bytes of a download, in order. */
export function partsOf(id: MediaId) {
  return db.parts.where('[mediaId+offset]').between([id, -Infinity], [id, Infinity]);
}

/** The file is kept elsewhere now, or nobody wants it any more. Callable inside a larger transaction. */
export async function dropDownloads(ids: readonly MediaId[]): Promise<void> {
  await db.transaction('rw', [db.downloads, db.parts], async () => {
    const known = (await db.downloads.bulkGet([...ids])).filter((row) => row !== undefined);
    for (const row of known) await partsOf(row.id).delete();
    await db.downloads.bulkDelete(known.map((row) => row.id));
  });
}

/** Removes what was begun long ago and never finished. @returns how many went */
export async function dropAbandonedDownloads(nowMs: number = Date.now()): Promise<number> {
  const old = await db.downloads
    .filter((row) => row.updatedAtMs < nowMs - abandonedAfterMs)
    .primaryKeys();
  await dropDownloads(old);
  return old.length;
}
