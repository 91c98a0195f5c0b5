import { pixelsOf, planesOf } from '../../src/diffusion/make.ts';
import type { Rgb } from '../../src/diffusion/in-tiles.ts';
import type { Planes } from '../../src/diffusion/planes.ts';
import { sha256Hex } from '../../src/media/hash.ts';
import { makeThumbnail } from '../../src/media/pictures.ts';
import type { MadePicture } from './contract.ts';

interface Size {
  width: number;
  height: number;
}

/** A source that the browser can't open. */
export class DamagedSource extends Error {}

export async function openPicture(blob: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob);
  } catch (error) {
    throw new DamagedSource('a source does not decode', { cause: error });
  }
}

function drawn(bitmap: ImageBitmap, { width, height }: Size, background: string) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2d context');
  context.fillStyle = background;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  // It covers all of it, as the platform's does.
  const scale = Math.max(width / bitmap.width, height / bitmap.height);
  const [w, h] = [bitmap.width * scale, bitmap.height * scale];
  context.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h);
  return context.getImageData(0, 0, width, height).data;
}

export const pictureOf = (bitmap: ImageBitmap, size: Size): Planes =>
  planesOf(drawn(bitmap, size, '#fff'), size, 4);

/** 1 where it is white. */
export function maskOf(bitmap: ImageBitmap, size: Size): Planes {
  const pixels = drawn(bitmap, size, '#000');
  const data = new Float32Array(size.width * size.height);
  for (let at = 0; at < data.length; at += 1) data[at] = (pixels[at * 4] ?? 0) >= 128 ? 1 : 0;
  return { data, ...size };
}

/** A picture's colours as models take them, no larger than they may, and how transparent it is. */
export function coloursOf(bitmap: ImageBitmap, maxPixels: number): Rgb & { isOpaque: boolean } {
  const shrink = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.round(bitmap.width * shrink));
  const height = Math.max(1, Math.round(bitmap.height * shrink));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2d context');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height).data;
  const data = new Uint8Array(width * height * 3);
  let isOpaque = true;
  for (let at = 0; at < width * height; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      data[at * 3 + channel] = pixels[at * 4 + channel] ?? 0;
    }
    isOpaque &&= pixels[at * 4 + 3] === 255;
  }
  return { data, width, height, isOpaque };
}

/** Colours on a canvas, as transparent as a picture of the same shape. */
function paint({ data, width, height }: Rgb, like: ImageBitmap | null): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2d context');
  let pixels = new ImageData(width, height);
  if (like) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(like, 0, 0, width, height);
    pixels = context.getImageData(0, 0, width, height);
  } else pixels.data.fill(255);
  for (let at = 0; at < width * height; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      pixels.data[at * 4 + channel] = data[at * 3 + channel] ?? 0;
    }
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}

export const glanceOf = (picture: Rgb): Promise<Blob> =>
  paint(picture, null).convertToBlob({ type: 'image/webp', quality: 0.7 });

export const encodedColours = (
  picture: Rgb,
  like: ImageBitmap | null,
): Promise<Omit<MadePicture, 'index' | 'seed'>> => encodedCanvas(paint(picture, like));

function canvasOf(planes: Planes): OffscreenCanvas {
  const { width, height } = planes;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(new ImageData(pixelsOf(planes, 4), width, height), 0, 0);
  return canvas;
}

/** Small and soon there: it is looked at for a moment. */
export const previewOf = (planes: Planes): Promise<Blob> =>
  canvasOf(planes).convertToBlob({ type: 'image/webp', quality: 0.7 });

async function encodedCanvas(
  canvas: OffscreenCanvas,
): Promise<Omit<MadePicture, 'index' | 'seed'>> {
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const { blob: small, width, height, thumbhash } = await makeThumbnail(blob);
  return {
    width: canvas.width,
    height: canvas.height,
    blob,
    sha256: await sha256Hex(blob),
    thumbhash,
    thumbnail: { blob: small, width, height },
  };
}

export const encoded = (planes: Planes): Promise<Omit<MadePicture, 'index' | 'seed'>> =>
  encodedCanvas(canvasOf(planes));
