import { readFile } from 'node:fs/promises';

import sharp, { type Sharp } from 'sharp';

import { uploadMaxPixels } from '../../src/domain/limits.ts';
import { EngineError, type EngineSource } from './contract/engine.ts';

// Runs in processes beside the platform (picture-call.ts), whose neighbours use the cores already.
sharp.concurrency(1);
sharp.cache(false);

interface Size {
  width: number;
  height: number;
}

/** Decodes a picture once, since a truncated file has a good head. Rejects where it can't be decoded. */
export async function decodeWhole(data: Uint8Array): Promise<Size> {
  const picture = sharp(data, { limitInputPixels: uploadMaxPixels, failOn: 'warning' });
  const { width, height } = await picture.metadata();
  await picture.stats();
  return { width, height };
}

async function asPng(
  { path }: Pick<EngineSource, 'path'>,
  { width, height }: Size,
  change: (picture: Sharp) => Sharp,
): Promise<Uint8Array> {
  const data = await readFile(path).catch((error: unknown) => {
    throw new EngineError('source-missing', 'The picture is no longer there', {
      retryable: false,
      cause: error,
    });
  });
  try {
    const upright = sharp(data, { limitInputPixels: uploadMaxPixels }).autoOrient();
    return await change(upright.resize({ width, height, fit: 'cover' }).toColourspace('srgb'))
      .png()
      .toBuffer();
  } catch (error) {
    throw new EngineError('unsupported-media', 'The picture is damaged or incomplete', {
      retryable: false,
      cause: error,
    });
  }
}

export const pictureAsPng = (source: Pick<EngineSource, 'path'>, size: Size): Promise<Uint8Array> =>
  asPng(source, size, (picture) => picture);

export const maskAsPng = (source: Pick<EngineSource, 'path'>, size: Size): Promise<Uint8Array> =>
  asPng(source, size, (picture) =>
    picture.flatten({ background: '#000' }).greyscale().threshold(128),
  );

/** Black, and transparent where the mask is white. */
export async function maskAsAlpha(
  source: Pick<EngineSource, 'path'>,
  size: Size,
): Promise<Uint8Array> {
  const kept = await sharp(await maskAsPng(source, size))
    .negate()
    .extractChannel(0)
    .raw()
    .toBuffer();
  return sharp({ create: { ...size, channels: 3, background: '#000' } })
    .joinChannel(kept, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer();
}
