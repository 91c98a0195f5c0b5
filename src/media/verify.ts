import { KilnError } from '../domain/errors.ts';
import { sniffMediaType } from '../domain/file-kinds.ts';
import { sha256Hex } from './hash.ts';
import { canDecodePictures, makeThumbnail } from './pictures.ts';
import type { PictureThumbnail } from './pictures.ts';

export interface VerifiedDownload {
  mediaType: string;
  width: number;
  height: number;
  thumbnail: PictureThumbnail | null;
}

function damaged(detail: string, cause?: unknown): KilnError {
  return new KilnError('result-damaged', { retryable: true, detail, cause });
}

/**
 * Checks downloaded bytes against what the platform announced: length, checksum, the type by the first bytes, and
 * that a picture can be decoded.
 * @throws KilnError `result-damaged`, retryable
 */
export async function verifyDownload(
  blob: Blob,
  promised: { bytes: number; sha256: string; media_type: string; width: number; height: number },
): Promise<VerifiedDownload> {
  if (blob.size !== promised.bytes) throw damaged(`${blob.size} of ${promised.bytes} bytes`);
  const sha256 = await sha256Hex(blob);
  if (sha256 !== promised.sha256) throw damaged(`checksum ${sha256}`);
  const sniffed = sniffMediaType(new Uint8Array(await blob.slice(0, 32).arrayBuffer()));
  // Some types (ply, obj) are text without a signature. For all others the first bytes decide.
  if (sniffed !== null && sniffed !== promised.media_type) {
    throw damaged(`${sniffed} instead of ${promised.media_type}`);
  }
  const mediaType = sniffed ?? promised.media_type;
  // Workers can't decode SVG. The platform has checked its content and draws the small picture.
  if (!mediaType.startsWith('image/') || mediaType === 'image/svg+xml') {
    return { mediaType, width: promised.width, height: promised.height, thumbnail: null };
  }
  if (sniffed === null) throw damaged('no picture by its first bytes');
  if (!canDecodePictures()) {
    return { mediaType, width: promised.width, height: promised.height, thumbnail: null };
  }
  try {
    const thumbnail = await makeThumbnail(blob);
    return { mediaType, width: thumbnail.sourceWidth, height: thumbnail.sourceHeight, thumbnail };
  } catch (error) {
    throw damaged('does not decode', error);
  }
}
