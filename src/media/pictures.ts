import { rgbaToThumbHash } from 'thumbhash';

export const thumbnailMaxPixels = 512;
/** Thumbhash takes at most 100 × 100. */
const hashMaxPixels = 100;
/** A blur has seven waves a side: these show them as well, at a tenth of the time. */
const blurMaxPixels = 32;
const thumbnailQuality = 0.82;

/** A picture as walls show it. */
export interface SmallPicture {
  blob: Blob;
  width: number;
  height: number;
}

/** A picture's own size as it is shown, and what stands for it until it is. */
export interface Blurred {
  width: number;
  height: number;
  /** Base64url. */
  thumbhash: string;
}

export interface PictureThumbnail extends SmallPicture {
  /** Base64url. */
  thumbhash: string;
  /** The picture's own size as it is shown, EXIF orientation applied. */
  sourceWidth: number;
  sourceHeight: number;
}

/** Whether this thread can decode and draw; Node and very old workers cannot. */
export function canDecodePictures(): boolean {
  return typeof createImageBitmap === 'function' && typeof OffscreenCanvas === 'function';
}

/** The largest size of the same shape within a square; never larger than the picture itself. */
export function fitWithin(
  width: number,
  height: number,
  maxPixels: number,
): { width: number; height: number } {
  const scale = Math.min(1, maxPixels / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Frees its pixels now: a collection, which may be far off, knows nothing of how large they are. */
function empty(canvas: OffscreenCanvas): void {
  canvas.width = 0;
  canvas.height = 0;
}

/** Draws a bitmap smaller by halving it step by step, because browsers leave jagged edges in one big step. */
export function drawScaled(
  source: ImageBitmap,
  size: { width: number; height: number },
): OffscreenCanvas {
  let current: ImageBitmap | OffscreenCanvas = source;
  for (;;) {
    const width = Math.max(size.width, Math.ceil(current.width / 2));
    const height = Math.max(size.height, Math.ceil(current.height / 2));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No 2d context');
    context.imageSmoothingQuality = 'high';
    context.drawImage(current, 0, 0, width, height);
    if (current instanceof OffscreenCanvas) empty(current);
    if (width === size.width && height === size.height) return canvas;
    current = canvas;
  }
}

/** Encodes as WebP, or as JPEG if the browser can't encode WebP. Such a browser returns PNG without an error. */
export async function encodeSmall(canvas: OffscreenCanvas): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: thumbnailQuality });
  if (webp.type === 'image/webp') return webp;
  return canvas.convertToBlob({ type: 'image/jpeg', quality: thumbnailQuality });
}

export function thumbhashOf(canvas: OffscreenCanvas): string {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No 2d context');
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const hash = rgbaToThumbHash(canvas.width, canvas.height, data);
  const binary = String.fromCharCode(...hash);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The blur of a picture alone, and its own size as it is shown: the whole of it is decoded.
 * @throws whatever the browser's decoder throws on damaged bytes
 */
export async function blurOf(picture: Blob): Promise<Blurred> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const { width, height } = bitmap;
    const size = fitWithin(width, height, blurMaxPixels);
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No 2d context');
    context.imageSmoothingQuality = 'medium';
    // Nobody sees the edges of a blur: one step will do.
    context.drawImage(bitmap, 0, 0, size.width, size.height);
    return { width, height, thumbhash: thumbhashOf(canvas) };
  } finally {
    bitmap.close();
  }
}

async function smallOf(bitmap: ImageBitmap): Promise<SmallPicture> {
  const size = fitWithin(bitmap.width, bitmap.height, thumbnailMaxPixels);
  const canvas = drawScaled(bitmap, size);
  const blob = await encodeSmall(canvas);
  empty(canvas);
  return { blob, ...size };
}

/**
 * A picture as walls show it, without its blur.
 * @throws whatever the browser's decoder throws on damaged bytes
 */
export async function smallPictureOf(picture: Blob): Promise<SmallPicture> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    return await smallOf(bitmap);
  } finally {
    bitmap.close();
  }
}

/**
 * Thumbnail and blur of a picture.
 * @throws whatever the browser's decoder throws on damaged bytes
 */
export async function makeThumbnail(picture: Blob): Promise<PictureThumbnail> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' });
  try {
    const tiny = drawScaled(bitmap, fitWithin(bitmap.width, bitmap.height, hashMaxPixels));
    return {
      ...(await smallOf(bitmap)),
      thumbhash: thumbhashOf(tiny),
      sourceWidth: bitmap.width,
      sourceHeight: bitmap.height,
    };
  } finally {
    bitmap.close();
  }
}
