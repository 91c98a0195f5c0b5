import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

import { uploadMaxPixels } from '../../src/domain/limits.ts';

/** Thumbhash takes at most 100 × 100. */
const sidePixels = 100;

/** Base64url thumbhash of a picture, which devices show before its bytes are there; empty where there is none. */
export async function blurOf(data: Uint8Array, mediaType: string): Promise<string> {
  if (!mediaType.startsWith('image/')) return '';
  try {
    const { data: pixels, info } = await sharp(data, { limitInputPixels: uploadMaxPixels })
      .autoOrient()
      .resize({ width: sidePixels, height: sidePixels, fit: 'inside' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return Buffer.from(rgbaToThumbHash(info.width, info.height, pixels)).toString('base64url');
  } catch {
    // Only a blur: the picture itself was looked at by whoever made it.
    return '';
  }
}
