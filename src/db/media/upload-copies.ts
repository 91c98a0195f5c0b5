import type { MediaId } from '../../domain/ids.ts';
import type { SourceLimits } from '../../domain/source-limits.ts';
import { db, guardStorage } from '../database.ts';
import type { MediaRow } from '../schema.ts';

/**
 * Copies that are uploaded instead of a source that a model doesn't accept as it is. A copy is kept with its source,
 * because an interrupted upload can only be continued with the same bytes.
 */
export type NewUploadCopy = Pick<
  MediaRow,
  'blob' | 'mediaType' | 'bytes' | 'sha256' | 'width' | 'height'
>;

/** Between a source's id and what the copy was made for. */
const separator = '~';

function copyId(source: MediaId, limits: SourceLimits): MediaId {
  const types = limits.acceptTypes.toSorted().join(',');
  return [source, limits.maxSidePixels, limits.maxPixels, types].join(separator) as MediaId;
}

export async function getUploadCopy(
  source: MediaId,
  limits: SourceLimits,
): Promise<MediaRow | undefined> {
  return db.media.get(copyId(source, limits));
}

/** @throws KilnError `storage-full` */
export async function putUploadCopy(
  source: MediaRow,
  limits: SourceLimits,
  copy: NewUploadCopy,
): Promise<MediaRow> {
  const { name, createdAtMs } = source;
  const row: MediaRow = { ...copy, id: copyId(source.id, limits), role: 'copy', name, createdAtMs };
  await guardStorage(() => db.media.put(row));
  return row;
}

/** Call it inside the transaction that removes the sources. */
export async function removeUploadCopies(sources: readonly MediaId[]): Promise<void> {
  if (sources.length === 0) return;
  await db.media
    .where('id')
    .startsWithAnyOf(sources.map((source) => `${source}${separator}`))
    .delete();
}
