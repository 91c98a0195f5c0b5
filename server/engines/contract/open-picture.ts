import { open } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { uploadMaxPixels } from '../../../src/domain/limits.ts';
import { EngineError, type EngineSource } from './engine.ts';
import { pictureError } from './picture-error.ts';

/** What the decoders of this engine read; a file is judged by its bytes, not by its name. */
const readableTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
]);

// Threads of ours already use the cores; libvips adding its own would take them from the platform.
sharp.concurrency(1);
sharp.cache(false);

export interface OpenedPicture {
  /** Upright, sRGB, 8 bit. */
  pipeline: Sharp;
  /** After rotation. */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Codes, see engines/README.md. */
  warnings: string[];
}

export interface RawPicture {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
  warnings: string[];
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path).catch((error: unknown) => {
    throw new EngineError('source-missing', 'The picture is no longer there', {
      retryable: false,
      cause: error,
    });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Opens the one picture of a job. Nothing is decoded yet, so a bomb costs nothing.
 * @throws EngineError `unsupported-media`, `too-large` or `source-missing`
 */
export async function openPicture(sources: EngineSource[], field: string): Promise<OpenedPicture> {
  const source = sources.find((candidate) => candidate.field === field);
  if (!source) throw new EngineError('source-missing', 'No picture given', { retryable: false });
  const mediaType = sniffMediaType(await readHead(source.path));
  if (!mediaType || !readableTypes.has(mediaType)) {
    throw new EngineError('unsupported-media', 'Not a PNG, JPEG, WebP or GIF picture', {
      retryable: false,
    });
  }
  const pipeline = sharp(source.path, { limitInputPixels: uploadMaxPixels, failOn: 'warning' });
  try {
    const metadata = await pipeline.metadata();
    const { width, height } = metadata.autoOrient;
    if (width * height > uploadMaxPixels) throw pictureError(new Error('pixel limit'));
    return {
      pipeline: pipeline.autoOrient().toColourspace('srgb'),
      width,
      height,
      hasAlpha: metadata.hasAlpha,
      warnings: (metadata.pages ?? 1) > 1 ? ['first-frame-only'] : [],
    };
  } catch (error) {
    throw pictureError(error);
  }
}

/** Decodes to 8-bit sRGB with 3 or 4 channels, also from grey, palette, 16-bit and CMYK pictures. */
export async function decodePicture(opened: OpenedPicture): Promise<RawPicture> {
  try {
    const { data, info } = await opened.pipeline
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    if (info.channels >= 3) {
      return { data, width, height, channels: info.channels as 3 | 4, warnings: opened.warnings };
    }
    const channels = info.channels === 2 ? 4 : 3;
    const spread = Buffer.alloc(width * height * channels);
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const grey = data[pixel * info.channels] ?? 0;
      spread.fill(grey, pixel * channels, pixel * channels + 3);
      if (channels === 4) spread[pixel * 4 + 3] = data[pixel * 2 + 1] ?? 255;
    }
    return { data: spread, width, height, channels, warnings: opened.warnings };
  } catch (error) {
    throw pictureError(error);
  }
}
