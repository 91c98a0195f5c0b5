import { putSource } from '../../db/media.ts';
import { KilnError } from '../../domain/errors.ts';
import { sniffMediaType } from '../../domain/file-kinds.ts';
import type { MediaId } from '../../domain/ids.ts';
import { uploadLimits } from '../../domain/uploads.ts';
import { hashFile } from '../../../workers/imaging/client.ts';

export type ZipRefusal = 'unsupported-media' | 'too-large' | 'storage-full' | 'unknown';

/** Keeps a picked zip on the device at once, as it is, so that it survives the tab. */
export async function storeZip(
  file: File,
): Promise<{ ok: true; mediaId: MediaId } | { ok: false; refusal: ZipRefusal }> {
  try {
    const mediaType = sniffMediaType(new Uint8Array(await file.slice(0, 32).arrayBuffer()));
    const { maxBytes, mediaTypes } = uploadLimits.training;
    if (mediaType === null || !mediaTypes.includes(mediaType))
      return { ok: false, refusal: 'unsupported-media' };
    if (file.size > maxBytes) return { ok: false, refusal: 'too-large' };
    const sha256 = await hashFile(file);
    const blob = new Blob([file], { type: mediaType });
    const facts = { blob, mediaType, bytes: file.size, sha256, name: file.name };
    return { ok: true, mediaId: await putSource({ ...facts, width: 0, height: 0 }) };
  } catch (error) {
    const isFull = error instanceof KilnError && error.code === 'storage-full';
    return { ok: false, refusal: isFull ? 'storage-full' : 'unknown' };
  }
}
