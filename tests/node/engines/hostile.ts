import sharp from 'sharp';
import { drawScene, tinyPngClaiming } from './pictures.ts';

/** A file as somebody might send it; its name need not be true. */
export interface OddFile {
  name: string;
  data: Uint8Array;
}

export const plainSize = { width: 64, height: 48 };
const { width, height } = plainSize;

export const plainPicture = async (): Promise<Buffer> =>
  (await drawScene(width, height)).png().toBuffer();

/** What every reader must refuse, by the code of the refusal. */
export async function refusedFiles(): Promise<Record<string, OddFile & { code: string }>> {
  const jpeg = await sharp(await plainPicture())
    .jpeg()
    .toBuffer();
  const png = await plainPicture();
  const code = 'unsupported-media';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  return {
    'a decompression bomb': {
      name: 'bomb.png',
      data: tinyPngClaiming(30_000, 30_000),
      code: 'too-large',
    },
    'half a JPEG': { name: 'half.jpg', data: jpeg.subarray(0, jpeg.length / 2), code },
    'half a PNG': { name: 'half.png', data: png.subarray(0, png.length / 2), code },
    'an SVG': { name: 'vector.png', data: Buffer.from(svg), code },
    'a BMP': { name: 'bitmap.png', data: Buffer.from('BM6\0\0\0\0\0\0\0'), code },
    nothing: { name: 'empty.png', data: Buffer.alloc(0), code },
  };
}

/** What every reader takes: unusual, of the plain picture's size, and no fault of anybody's. */
export async function unusualFiles(): Promise<Record<string, OddFile>> {
  const png = await plainPicture();
  const frames = await Promise.all(
    ['#f40', '#0a4'].map(async (colour) => sharp(png).tint(colour).png().toBuffer()),
  );
  return {
    animated: {
      name: 'moving.gif',
      data: await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
    },
    CMYK: { name: 'cmyk.jpg', data: await sharp(png).toColourspace('cmyk').jpeg().toBuffer() },
    '16 bit with alpha': {
      name: 'deep.png',
      data: await sharp(png).ensureAlpha(0.7).toColourspace('rgb16').png().toBuffer(),
    },
  };
}

/** Sizes at which a tool may work or say that it does not. */
export async function extremeFiles(): Promise<Record<string, OddFile>> {
  const even = (size: { width: number; height: number }, background: string) =>
    sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer();
  return {
    '1×1': { name: 'one.png', data: await even({ width: 1, height: 1 }, '#123') },
    '30,000 px wide': {
      name: 'wide.png',
      data: await even({ width: 30_000, height: 9 }, '#864'),
    },
  };
}

/** The plain picture lying on its side with a note that says so, and with another kind's name. */
export async function turnedFile(): Promise<OddFile> {
  const lying = await sharp(await plainPicture())
    .rotate(270)
    .webp({ lossless: true })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return { name: 'really-webp.jpg', data: lying };
}
