import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';
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

/** What is put into a picture's corner; both empty for nothing. */
export interface Watermark {
  text: string;
  /** An SVG. */
  logo: string;
}

export interface Rendition {
  /** Null leaves it as wide as it is. */
  width: number | null;
  isWebp: boolean;
  watermark: Watermark | null;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text as a picture that fits into a box; the machine's own letters. */
const letters = (text: string, colour: string, width: number, height: number): Promise<Buffer> =>
  sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font: 'sans bold',
      rgba: true,
      width,
      height,
    },
  })
    .png()
    .toBuffer();

/** A mark for the lower right corner, white with a dark edge, so that it is seen on every picture. */
async function markLayers(
  { text, logo }: Watermark,
  { width, height }: Size,
): Promise<OverlayOptions[]> {
  const side = Math.min(width, height);
  const margin = Math.round(side * 0.025);
  const tall = Math.max(10, Math.round(side * 0.045));
  const most = width - 2 * margin;
  if (most < tall || height < tall + 2 * margin) return [];
  const layers: OverlayOptions[] = [];
  let right = margin;
  const place = async (input: Buffer, offset: number) => {
    const { width: wide, height: high } = await sharp(input).metadata();
    const left = width - right - wide + offset;
    const top = height - margin - Math.round((tall + high) / 2) + offset;
    layers.push({ input, left: Math.max(0, left), top: Math.max(0, top) });
    return wide;
  };
  if (text) {
    const wide = Math.round(most * 0.6);
    const edge = Math.max(1, Math.round(tall / 18));
    await place(await letters(text, '#00000099', wide, tall), edge);
    right += (await place(await letters(text, '#ffffffe6', wide, tall), 0)) + Math.round(tall / 2);
  }
  if (logo) {
    const size = { width: Math.round(most * 0.3), height: tall * 2, fit: 'inside' as const };
    await place(await sharp(Buffer.from(logo)).resize(size).png().toBuffer(), 0);
  }
  return layers;
}

/** Writes another form of a picture: smaller, as WebP, with a mark. It is still, whatever it was. */
export async function render(
  source: string,
  { width, isWebp, watermark }: Rendition,
  target: string,
): Promise<void> {
  const picture = sharp(source, { limitInputPixels: uploadMaxPixels }).autoOrient();
  if (width !== null) picture.resize({ width, withoutEnlargement: true });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width: wide, height, channels } = info;
  const size = { width: wide, height };
  const drawn = sharp(data, { raw: { ...size, channels } });
  if (watermark) drawn.composite(await markLayers(watermark, size));
  const { format } = await sharp(source, { limitInputPixels: uploadMaxPixels }).metadata();
  if (isWebp || format === 'webp') drawn.webp({ quality: width === null ? 90 : 80 });
  else if (format === 'jpeg') drawn.jpeg({ quality: 92 });
  else drawn.png();
  await drawn.toFile(target);
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
