import { getModels } from '../../db/caches.ts';
import type { MediaRow } from '../../db/schema.ts';
import { getUploadCopy, putUploadCopy } from '../../db/media/upload-copies.ts';
import { KilnError } from '../../domain/errors.ts';
import { sourceLimits } from '../../domain/source-limits.ts';
import type { SourceLimits } from '../../domain/source-limits.ts';
import { sha256Hex } from '../../media/hash.ts';
import { canDecodePictures } from '../../media/pictures.ts';
import { fitsAsItIs, prepareSource } from '../../media/prepare-source.ts';

/**
 * What of a source goes to the platform for a model: the picked bytes, or the copy in what the model takes. It
 * was made when the picture was picked, unless another model was chosen since; then it is made here.
 */
export async function uploadCopyOf(source: MediaRow, model: string): Promise<MediaRow> {
  if (!source.mediaType.startsWith('image/')) return source;
  const limits = sourceLimits((await getModels())?.find((item) => item.model === model));
  if (fitsAsItIs({ ...source, isTurned: mayBeTurned(source) }, limits)) return source;
  const kept = await getUploadCopy(source.id, limits);
  if (kept) return kept;
  // This thread can't decode pictures. The platform checks the file itself.
  return canDecodePictures() ? makeCopy(source, limits) : source;
}

/**
 * Whether EXIF may turn the picture. Engines write no EXIF. For a JPEG that was picked before `isTurned` was
 * stored it is unknown, so it counts as turned.
 */
function mayBeTurned({ isTurned, mediaType, role }: MediaRow): boolean {
  return isTurned ?? (mediaType === 'image/jpeg' && role === 'source');
}

async function makeCopy(source: MediaRow, limits: SourceLimits): Promise<MediaRow> {
  const { copy } = await prepareSource(source.blob, limits, () =>
    Promise.resolve(mayBeTurned(source)),
  );
  if (!copy) return source;
  const sha256 = await sha256Hex(copy.blob);
  // Only an insecure page cannot hash. Uploads cannot be resumed there, so the copy is not stored.
  if (sha256 === null) return { ...source, ...copy, bytes: copy.blob.size, sha256: '' };
  return putUploadCopy(source, limits, { ...copy, bytes: copy.blob.size, sha256 }).catch(
    (error: unknown) => {
      if (!(error instanceof KilnError) || error.code !== 'storage-full') throw error;
      // The copy cannot be stored. If the connection breaks, the upload begins again from its first byte.
      return { ...source, ...copy, bytes: copy.blob.size, sha256 };
    },
  );
}
