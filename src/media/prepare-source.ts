import { sniffMediaType } from '../domain/file-kinds.ts';
import { KilnError } from '../domain/errors.ts';
import { travelSize } from '../domain/source-limits.ts';
import type { SourceLimits } from '../domain/source-limits.ts';
import { drawScaled } from './pictures.ts';

const quality = 0.92;

export interface PreparedSource {
  /** As it was picked. */
  original: { mediaType: string; width: number; height: number; isTurned: boolean };
  /** The copy that is uploaded instead: rotated, downscaled or of another type. Null if the original will do. */
  copy: { blob: Blob; mediaType: string; width: number; height: number } | null;
}

async function sniff(blob: Blob): Promise<string | null> {
  return sniffMediaType(new Uint8Array(await blob.slice(0, 32).arrayBuffer()));
}

/**
 * Whether a stored picture can be uploaded as it is; decided without decoding it. Some engines ignore the EXIF
 * orientation, so a picture that has one is rotated in its pixels here, where the person has seen it upright.
 */
export function fitsAsItIs(
  picture: { mediaType: string; width: number; height: number; isTurned: boolean },
  limits: SourceLimits,
): boolean {
  const size = travelSize(picture.width, picture.height, limits);
  return (
    size.width === picture.width &&
    size.height === picture.height &&
    limits.acceptTypes.includes(picture.mediaType) &&
    !picture.isTurned
  );
}

async function encode(canvas: OffscreenCanvas, wanted: readonly string[]): Promise<Blob> {
  for (const type of wanted) {
    const blob = await canvas.convertToBlob({ type, quality });
    // A browser that can't encode the type returns PNG without an error.
    if (blob.type === type) return blob;
  }
  throw new KilnError('unsupported-media', { retryable: false, detail: wanted.join(', ') });
}

/**
 * Decodes a picture and makes a copy that the model accepts. Only for workers, because it takes seconds.
 * @param readRotation tells of a JPEG whether its EXIF has it shown turned
 * @throws KilnError `unsupported-media` for what is no picture that can be read
 */
export async function prepareSource(
  picked: Blob,
  limits: SourceLimits,
  readRotation: (jpeg: Blob) => Promise<boolean>,
): Promise<PreparedSource> {
  const sniffed = await sniff(picked);
  const bitmap = await createImageBitmap(picked, { imageOrientation: 'from-image' }).catch(
    (error: unknown) => {
      const detail = sniffed ?? (picked.type || 'unknown type');
      throw new KilnError('unsupported-media', { retryable: false, detail, cause: error });
    },
  );
  try {
    const { width, height } = bitmap;
    const isTurned = sniffed === 'image/jpeg' && (await readRotation(picked));
    const original = { mediaType: sniffed ?? picked.type, width, height, isTurned };
    if (fitsAsItIs(original, limits)) return { original, copy: null };
    const size = travelSize(width, height, limits);
    const canvas = drawScaled(bitmap, size);
    // A browser that opens HEIC opens a photo; as PNG it would be ten times as large.
    const isPhoto = sniffed === 'image/jpeg' || sniffed === 'image/heic';
    const best = isPhoto ? 'image/jpeg' : 'image/png';
    const types = [...new Set([best, 'image/png', 'image/jpeg'])].filter((type) =>
      limits.acceptTypes.includes(type),
    );
    const blob = await encode(canvas, types.length > 0 ? types : [best]);
    return { original, copy: { blob, mediaType: blob.type, ...size } };
  } finally {
    bitmap.close();
  }
}
