import type { MediaId, WorkId } from '../../domain/ids.ts';
import { db } from '../database.ts';
import type { ThumbnailRow } from '../schema.ts';

/** The small picture of a work (at most 512 px); undefined when there is none, e.g. for sound. */
export async function getThumbnail(id: WorkId): Promise<ThumbnailRow | undefined> {
  return getThumbnailOf(id as string as MediaId);
}

/** The small picture of any kept file. */
export async function getThumbnailOf(id: MediaId): Promise<ThumbnailRow | undefined> {
  return db.thumbnails.get(id);
}

/** Thumbnails of one visible range in one read. */
export async function getThumbnails(ids: readonly WorkId[]): Promise<Map<WorkId, ThumbnailRow>> {
  const rows = await db.thumbnails.bulkGet(ids.map((id) => id as string as MediaId));
  return new Map(rows.flatMap((row) => (row ? [[row.id as string as WorkId, row] as const] : [])));
}
