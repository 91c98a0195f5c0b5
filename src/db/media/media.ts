import type { MediaId, WorkId } from '../../domain/ids.ts';
import { db, guardStorage } from '../database.ts';
import { newId } from '../ids.ts';
import type { MediaRow } from '../schema.ts';
import { removeUploadCopies } from './upload-copies.ts';

/** A source this young may belong to a form that has not been written to its draft yet. */
const sourceGraceMs = 10 * 60_000;

export type NewSource = Pick<
  MediaRow,
  'blob' | 'mediaType' | 'bytes' | 'sha256' | 'width' | 'height' | 'name'
>;

/**
 * Keeps a picked picture; the same bytes are kept once.
 * @returns its id, for drafts and `saveGenerateIntent`
 * @throws KilnError `storage-full`
 */
export async function putSource(source: NewSource, nowMs: number = Date.now()): Promise<MediaId> {
  return guardStorage(() =>
    db.transaction('rw', db.media, async () => {
      const same = await db.media
        .where('sha256')
        .equals(source.sha256)
        .filter((row) => row.role === 'source')
        .first();
      if (same) {
        await db.media.update(same.id, { createdAtMs: nowMs });
        return same.id;
      }
      const id = newId(nowMs) as MediaId;
      await db.media.add({ ...source, id, role: 'source', createdAtMs: nowMs });
      return id;
    }),
  );
}

export async function getMedia(id: MediaId): Promise<MediaRow | undefined> {
  return db.media.get(id);
}

export type MediaSize = Pick<MediaRow, 'width' | 'height'>;

/** In their order; what is not on this device is left out. */
export async function getMediaSizes(ids: readonly MediaId[]): Promise<MediaSize[]> {
  if (ids.length === 0) return [];
  const rows = await db.media.bulkGet([...ids]);
  return rows.flatMap((row) => (row ? { width: row.width, height: row.height } : []));
}

/** A picked picture, or its copy for the upload, found by its hash. */
export async function getMediaByHash(sha256: string): Promise<MediaRow | undefined> {
  return db.media.where('sha256').equals(sha256).first();
}

/** The full-size bytes of a work; undefined when they are not on this device (`WorkRow.onDevice`). */
export async function getOriginal(id: WorkId): Promise<MediaRow | undefined> {
  return db.media.get(id as string as MediaId);
}

/**
 * Removes sources that no draft, no request and no work needs any more.
 * @returns how many went
 */
export async function removeUnusedSources(nowMs: number = Date.now()): Promise<number> {
  return db.transaction(
    'rw',
    [db.media, db.intents, db.personalDrafts, db.drawings, db.works, db.bin],
    async () => {
      const old = await db.media
        .where('role')
        .equals('source')
        .filter((row) => row.createdAtMs < nowMs - sourceGraceMs)
        .primaryKeys();
      if (old.length === 0) return 0;
      const used = new Set<MediaId>();
      await db.intents.each((intent) => {
        if (intent.kind !== 'generate') return;
        for (const source of intent.payload.sources) used.add(source.mediaId);
      });
      await db.personalDrafts.each((draft) => {
        for (const source of draft.sources) used.add(source.mediaId);
      });
      await db.drawings.each(({ pictureId, earlierId }) => {
        if (pictureId) used.add(pictureId);
        if (earlierId) used.add(earlierId);
      });
      // A work needs its sources if they are nowhere but on this device.
      for (const table of [db.works, db.bin]) {
        const kept = await table.where('keptSources').anyOf(old).toArray();
        for (const work of kept) for (const id of work.keptSources) used.add(id);
      }
      const unused = old.filter((id) => !used.has(id));
      await db.media.bulkDelete(unused);
      await removeUploadCopies(unused);
      return unused.length;
    },
  );
}
