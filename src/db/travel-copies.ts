import type { MediaId } from '../domain/ids.ts';
import type { SourceLimits } from '../domain/source-limits.ts';
import { db, guardStorage } from './database.ts';
import type { MediaRow } from './schema.ts';

/**
 * What travels in the place of a source that a model does not take as it is. The original stays as it was
 * picked; the copy stays with it, because an upload goes on only with the very same bytes.
 */
export type NewTravelCopy = Pick<
  MediaRow,
  'blob' | 'mediaType' | 'bytes' | 'sha256' | 'width' | 'height'
>;

/** Between a source's id and what the copy was made for. */
const separator = '~';

function copyId(source: MediaId, limits: SourceLimits): MediaId {
  const types = limits.acceptTypes.toSorted().join(',');
  return [source, limits.maxSidePixels, limits.maxPixels, types].join(separator) as MediaId;
}

export async function getTravelCopy(
  source: MediaId,
  limits: SourceLimits,
): Promise<MediaRow | undefined> {
  return db.media.get(copyId(source, limits));
}

/** @throws KilnError `storage-full` */
export async function putTravelCopy(
  source: MediaRow,
  limits: SourceLimits,
  copy: NewTravelCopy,
): Promise<MediaRow> {
  const { name, createdAtMs } = source;
  const row: MediaRow = { ...copy, id: copyId(source.id, limits), role: 'copy', name, createdAtMs };
  await guardStorage(() => db.media.put(row));
  return row;
}

/** Call it inside the transaction that removes the sources. */
export async function removeTravelCopies(sources: readonly MediaId[]): Promise<void> {
  if (sources.length === 0) return;
  await db.media
    .where('id')
    .startsWithAnyOf(sources.map((source) => `${source}${separator}`))
    .delete();
}
