import { KilnError } from '../domain/errors.ts';
import { sniffMediaType } from '../domain/file-kinds.ts';
import { sha256Hex } from './hash.ts';
import { canDecodePictures, makeThumbnail } from './picture.ts';
import type { PictureThumbnail } from './picture.ts';

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
 * Holds downloaded bytes against what the platform promised: length, checksum, type by the first bytes, and
 * that a picture decodes.
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
  // Some kinds (ply, obj) are text without a mark; for the rest the first bytes decide.
  if (sniffed !== null && sniffed !== promised.media_type) {
    throw damaged(`${sniffed} instead of ${promised.media_type}`);
  }
  const mediaType = sniffed ?? promised.media_type;
  // Nothing here decodes an SVG; the platform has looked at what is in it, and draws its small picture.
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
