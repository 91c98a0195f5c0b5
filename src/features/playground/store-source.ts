import { getMedia, putSource } from '../../db/media/media.ts';
import { putUploadCopy } from '../../db/media/upload-copies.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import { sniffMediaType } from '../../domain/file-kinds.ts';
import type { MediaId } from '../../domain/ids.ts';
import { uploadMaxBytes } from '../../domain/limits.ts';
import type { SourceLimits } from '../../domain/source-limits.ts';
import { preparePicture } from '../../../workers/imaging/client.ts';

export type SourceRefusal =
  | 'unsupported-media'
  /** A telephone's photo, which most browsers can't open and the platform doesn't take. */
  | 'heic'
  /** Pictures that many browsers can't open. */
  | 'avif'
  | 'tiff'
  | 'unreadable'
  | 'too-large'
  | 'storage-full'
  | 'unknown';

/** What is a picture all the same, by its bytes: the person can save it in another format. */
const unopenedKinds: Readonly<Record<string, SourceRefusal>> = {
  'image/heic': 'heic',
  'image/avif': 'avif',
  'image/tiff': 'tiff',
};

/** Of a file that can't be read any more. */
const noBytes = new ArrayBuffer(0);

/**
 * Keeps a picked picture on the device at once, as it is, so that it survives the tab; and beside it, where the
 * model does not take it so, the copy that will travel.
 * @param limits of the model that is chosen now; for another one the queue makes its own copy
 */
export async function storeSource(
  file: File,
  limits: SourceLimits,
): Promise<{ ok: true; mediaId: MediaId } | { ok: false; refusal: SourceRefusal }> {
  try {
    const { original, copy } = await preparePicture(file, limits);
    if ((copy ?? original).bytes > uploadMaxBytes) return { ok: false, refusal: 'too-large' };
    const mediaId = await putSource({ ...original, name: file.name });
    const source = await getMedia(mediaId);
    if (copy && source) await putUploadCopy(source, limits, copy);
    return { ok: true, mediaId };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'too-large' || code === 'storage-full') return { ok: false, refusal: code };
    // A file that says it is a picture of ours and still can't be read is damaged.
    if (code === 'unsupported-media') {
      const head = new Uint8Array(
        await file
          .slice(0, 64)
          .arrayBuffer()
          .catch(() => noBytes),
      );
      const unopened = unopenedKinds[sniffMediaType(head) ?? ''];
      if (unopened) return { ok: false, refusal: unopened };
      return {
        ok: false,
        refusal: limits.acceptTypes.includes(file.type) ? 'unreadable' : 'unsupported-media',
      };
    }
    return { ok: false, refusal: 'unknown' };
  }
}
