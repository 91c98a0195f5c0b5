import type { MediaId, WorkId } from '../../domain/ids.ts';
import { forgetMembers } from '../albums/rows.ts';
import { db } from '../database.ts';
import { appendLog } from '../intents/rows.ts';
import { dropDownloads } from '../media/drop-downloads.ts';

/** The originals and thumbnails of a work carry its id. */
export function workMediaId(id: WorkId): MediaId {
  return id as string as MediaId;
}

/** What a transaction has to be over in which works are removed for good, besides `intents`. */
export const purgedTables = [
  'works',
  'bin',
  'media',
  'thumbnails',
  'downloads',
  'parts',
  'memberships',
] as const;

/** Removes works with their bytes, in the bin or not; the end of a deletion, whichever device asked for it. */
export async function purgeWorks(
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<void> {
  const mediaIds = ids.map((id) => workMediaId(id));
  await db.transaction('rw', [...purgedTables, 'intents'], async () => {
    await db.works.bulkDelete([...ids]);
    await db.bin.bulkDelete([...ids]);
    await db.media.bulkDelete(mediaIds);
    await db.thumbnails.bulkDelete(mediaIds);
    await dropDownloads(mediaIds);
    await forgetMembers(ids);
    // A finished request must not point at works that are gone.
    const gone = new Set(ids);
    await db.intents
      .where('stage')
      .equals('done')
      .modify((intent) => {
        if (intent.kind !== 'generate' || !intent.workIds.some((id) => gone.has(id))) return;
        intent.workIds = intent.workIds.filter((id) => !gone.has(id));
        appendLog(intent, nowMs, 'works-deleted');
      });
  });
}
