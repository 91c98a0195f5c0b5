import { sniffMediaType } from '../domain/file-kinds.ts';
import { KilnError } from '../domain/errors.ts';
import { travelSize } from '../domain/source-limits.ts';
import type { SourceLimits } from '../domain/source-limits.ts';
import { hasExifRotation } from './exif.ts';
import { drawScaled } from './picture.ts';

const quality = 0.92;

export interface PreparedSource {
  /** As it was picked. */
  original: { mediaType: string; width: number; height: number };
  /** What travels in its place: turned, downscaled, or of another type; null when the original may go. */
  copy: { blob: Blob; mediaType: string; width: number; height: number } | null;
}

async function sniff(blob: Blob): Promise<string | null> {
  return sniffMediaType(new Uint8Array(await blob.slice(0, 32).arrayBuffer()));
}

/** Engines differ in whether they heed EXIF: the pixels are turned once, on the device where they were seen. */
async function isTurned(blob: Blob, mediaType: string | null): Promise<boolean> {
  return mediaType === 'image/jpeg' && hasExifRotation(blob);
}

/** Whether a stored picture may travel as it is. Nothing is decoded. */
export async function fitsAsItIs(
  picture: { blob: Blob; mediaType: string; width: number; height: number },
  limits: SourceLimits,
): Promise<boolean> {
  const size = travelSize(picture.width, picture.height, limits);
  return (
    size.width === picture.width &&
    size.height === picture.height &&
    limits.acceptTypes.includes(picture.mediaType) &&
    !(await isTurned(picture.blob, picture.mediaType))
  );
}

async function encode(canvas: OffscreenCanvas, wanted: readonly string[]): Promise<Blob> {
  for (const type of wanted) {
    const blob = await canvas.convertToBlob({ type, quality });
    // A browser that cannot encode a type answers PNG without a word.
    if (blob.type === type) return blob;
  }
  throw new KilnError('unsupported-media', { retryable: false, detail: wanted.join(', ') });
}

/**
 * Decodes a picture and makes of it what a model takes. For workers: it costs whole seconds.
 * @throws KilnError `unsupported-media` for what is no picture that can be read
 */
export async function prepareSource(picked: Blob, limits: SourceLimits): Promise<PreparedSource> {
  const sniffed = await sniff(picked);
  const bitmap = await createImageBitmap(picked, { imageOrientation: 'from-image' }).catch(
    (error: unknown) => {
      const detail = sniffed ?? (picked.type || 'unknown type');
      throw new KilnError('unsupported-media', { retryable: false, detail, cause: error });
    },
  );
  try {
    const { width, height } = bitmap;
    const original = { mediaType: sniffed ?? picked.type, width, height };
    const stored = { blob: picked, ...original };
    if (await fitsAsItIs(stored, limits)) return { original, copy: null };
    const size = travelSize(width, height, limits);
    const canvas = drawScaled(bitmap, size);
    const best = sniffed === 'image/jpeg' ? 'image/jpeg' : 'image/png';
    const types = [...new Set([best, 'image/png', 'image/jpeg'])].filter((type) =>
      limits.acceptTypes.includes(type),
    );
    const blob = await encode(canvas, types.length > 0 ? types : [best]);
    return { original, copy: { blob, mediaType: blob.type, ...size } };
  } finally {
    bitmap.close();
  }
}
