import { downloadFile } from '../../api/files.ts';
import { getMedia, putSource } from '../../db/media/media.ts';
import type { WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/account/session.ts';
import { KilnError } from '../../domain/errors.ts';
import { sniffMediaType } from '../../domain/file-kinds.ts';
import type { MediaId } from '../../domain/ids.ts';
import type { WorkSource } from '../../domain/work.ts';
import { hashFile } from '../../../workers/imaging/client.ts';

/** Why not every file that a work was made from is here; the form has the others. */
export type SourceTrouble = 'sources-offline' | 'sources-gone' | 'storage-full';

export interface FetchedSources {
  sources: { field: string; mediaId: MediaId }[];
  trouble: SourceTrouble | null;
}

function troubleOf(error: unknown): SourceTrouble {
  if (!(error instanceof KilnError)) throw error;
  if (error.code === 'storage-full') return error.code;
  // What is found nowhere any more is gone; everything else is a matter of the line.
  return error.code === 'result-gone' ? 'sources-gone' : 'sources-offline';
}

async function fetchOne({ field, kept }: WorkSource): Promise<MediaId> {
  if (!kept) throw new KilnError('result-gone', { retryable: false });
  if (!navigator.onLine) throw new KilnError('network', { retryable: true });
  const bytes = await downloadFile(kept.url, {
    expectedBytes: kept.bytes,
    session: await getSession(),
  });
  const sha256 = await hashFile(bytes);
  if (kept.sha256 !== null && kept.sha256 !== sha256) {
    throw new KilnError('result-damaged', { retryable: true });
  }
  const head = new Uint8Array(await bytes.slice(0, 64).arrayBuffer());
  const file = new Blob([bytes], { type: sniffMediaType(head) ?? '' });
  const shape = { width: 0, height: 0 };
  if (file.type.startsWith('image/')) {
    // A picture that does not open has no shape; the model will say what it makes of it.
    const bitmap = await createImageBitmap(file).catch(() => null);
    if (bitmap) Object.assign(shape, { width: bitmap.width, height: bitmap.height });
    bitmap?.close();
  }
  const facts = { blob: file, mediaType: file.type, bytes: file.size, sha256, name: field };
  return putSource({ ...facts, ...shape });
}

/**
 * The files that a work was made from, as sources of this device. Those that are not here come from the platform,
 * one after the other.
 * @param onProgress told before each that has to come
 */
export async function fetchSources(
  work: WorkRow,
  onProgress: (finished: number, total: number) => void,
): Promise<FetchedSources> {
  const found: FetchedSources = { sources: [], trouble: null };
  for (const [index, source] of work.sources.entries()) {
    const { field, mediaId } = source;
    if (mediaId && (await getMedia(mediaId))) {
      found.sources.push({ field, mediaId });
      continue;
    }
    onProgress(index, work.sources.length);
    try {
      found.sources.push({ field, mediaId: await fetchOne(source) });
    } catch (error) {
      found.trouble = troubleOf(error);
    }
  }
  return found;
}
