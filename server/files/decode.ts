import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

import { uploadMaxPixels } from '../../src/domain/limits.ts';
import { readStructure } from '../../src/domain/pictures/structure.ts';

// Runs in processes beside the platform (pictures.ts), whose neighbours use the cores already.
sharp.concurrency(1);
sharp.cache(false);

export interface Size {
  width: number;
  height: number;
}

export interface Regarded {
  end: number;
  thumbhash: string;
}

/** Thumbhash takes at most 100 × 100. */
const blurSide = 100;

/** The size as it is seen: a photo may carry its rotation beside its pixels. */
export async function measure(path: string): Promise<Size> {
  // The limit is its caller's to check, so that the answer can say which one was broken.
  const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata();
  return autoOrient;
}

/** Writes a WebP at most so wide to `target`. */
export async function shrink(
  source: string | Uint8Array,
  width: number,
  target: string,
): Promise<void> {
  await sharp(source, { limitInputPixels: uploadMaxPixels })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(target);
}

/** Base64url thumbhash, which devices show before a picture's bytes are there. */
export async function blur(data: Uint8Array): Promise<string> {
  const { data: pixels, info } = await sharp(data, { limitInputPixels: uploadMaxPixels })
    .autoOrient()
    .resize({ width: blurSide, height: blurSide, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, pixels)).toString('base64url');
}

/** What is kept of a picture that an engine made: its bytes up to where it ends, and its thumbhash, empty for none. */
export async function regard(data: Uint8Array, mediaType: string): Promise<Regarded> {
  const thumbhash = await blur(data).catch(() => '');
  return { end: readStructure(data, mediaType)?.end ?? data.length, thumbhash };
}
