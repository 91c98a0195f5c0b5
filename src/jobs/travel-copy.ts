import { getModels } from '../db/caches.ts';
import type { MediaRow } from '../db/schema.ts';
import { getTravelCopy, putTravelCopy } from '../db/travel-copies.ts';
import { KilnError } from '../domain/errors.ts';
import { sourceLimits } from '../domain/source-limits.ts';
import type { SourceLimits } from '../domain/source-limits.ts';
import { sha256Hex } from './hash.ts';
import { canDecodePictures } from './picture.ts';
import { fitsAsItIs, prepareSource } from './prepare-picture.ts';

/**
 * What of a source goes to the platform for a model: the picked bytes, or the copy in what the model takes. It
 * was made when the picture was picked, unless another model was chosen since; then it is made here.
 */
export async function travellerOf(source: MediaRow, model: string): Promise<MediaRow> {
  if (!source.mediaType.startsWith('image/')) return source;
  const limits = sourceLimits((await getModels())?.find((item) => item.model === model));
  if (await fitsAsItIs(source, limits)) return source;
  const kept = await getTravelCopy(source.id, limits);
  if (kept) return kept;
  // Where nothing can be decoded the platform's own check has to do.
  return canDecodePictures() ? makeCopy(source, limits) : source;
}

async function makeCopy(source: MediaRow, limits: SourceLimits): Promise<MediaRow> {
  const { copy } = await prepareSource(source.blob, limits);
  if (!copy) return source;
  const sha256 = await sha256Hex(copy.blob);
  // Only an insecure page has no hashes, and there nothing can be resumed.
  if (sha256 === null) return { ...source, ...copy, bytes: copy.blob.size, sha256: '' };
  return putTravelCopy(source, limits, { ...copy, bytes: copy.blob.size, sha256 }).catch(
    (error: unknown) => {
      if (!(error instanceof KilnError) || error.code !== 'storage-full') throw error;
      // No room to keep it; a cut then costs the bytes that were sent.
      return { ...source, ...copy, bytes: copy.blob.size, sha256 };
    },
  );
}
