import { putSource } from '../../db/media.ts';
import { KilnError } from '../../domain/errors.ts';
import type { MediaId } from '../../domain/ids.ts';
import { uploadMaxBytes, uploadMaxPixels } from '../../domain/limits.ts';
import { preparePicture } from '../../../workers/imaging/client.ts';

export type SourceRefusal =
  | 'unsupported-media'
  | 'unreadable'
  | 'too-large'
  | 'storage-full'
  | 'unknown';

/** Longer sides than this no browser's canvas can draw. */
const maxSidePixels = 16_384;

/**
 * Makes a picked picture ready and keeps it on the device at once, so that it survives the tab.
 * @param types media types the model takes; other pictures that can be read are turned into one of them
 */
export async function storeSource(
  file: File,
  types: readonly string[],
): Promise<{ ok: true; mediaId: MediaId } | { ok: false; refusal: SourceRefusal }> {
  try {
    const picture = await preparePicture(file, {
      maxSidePixels,
      maxPixels: uploadMaxPixels,
      acceptTypes: [...types],
    });
    if (picture.bytes > uploadMaxBytes) return { ok: false, refusal: 'too-large' };
    const { blob, mediaType, bytes, width, height, sha256 } = picture;
    const mediaId = await putSource({
      blob,
      mediaType,
      bytes,
      width,
      height,
      sha256,
      name: file.name,
    });
    return { ok: true, mediaId };
  } catch (error) {
    const code = error instanceof KilnError ? error.code : 'unknown';
    if (code === 'too-large' || code === 'storage-full') return { ok: false, refusal: code };
    // A file that says it is a picture of ours and still can't be read is damaged.
    if (code === 'unsupported-media') {
      return { ok: false, refusal: types.includes(file.type) ? 'unreadable' : 'unsupported-media' };
    }
    return { ok: false, refusal: 'unknown' };
  }
}
