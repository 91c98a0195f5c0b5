import sharp from 'sharp';

import { previewMaxBytes, previewMaxSide } from '../../src/domain/limits.ts';

// Runs in processes beside the platform (previews.ts), whose neighbours use the cores already.
sharp.concurrency(1);
sharp.cache(false);

const sourceMaxPixels = 4096 * 4096;
/** The first that is small enough is taken; the last always is. */
const attempts = [
  { side: previewMaxSide, quality: 60 },
  { side: previewMaxSide, quality: 30 },
  { side: previewMaxSide / 2, quality: 30 },
];

/** Makes a preview small. @returns WebP; null when none is small enough. Rejects when it is no picture. */
export async function shrinkPreview(data: Uint8Array): Promise<Uint8Array | null> {
  for (const { side, quality } of attempts) {
    const small = await sharp(data, { limitInputPixels: sourceMaxPixels })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: 1 })
      .toBuffer();
    if (small.length <= previewMaxBytes) return small;
  }
  return null;
}
