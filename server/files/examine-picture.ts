import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

import pLimit from 'p-limit';
import {
  uploadMaxFrames,
  uploadMaxPixels,
  uploadMaxScans,
  uploadMetadataMaxBytes,
  uploadMetadataMaxInflatedBytes,
  uploadMetadataMaxPieces,
} from '../../src/domain/limits.ts';
import type { PictureStructure } from '../../src/domain/pictures/bytes.ts';
import { readStructure } from '../../src/domain/pictures/structure.ts';
import { Problem } from '../http/problem.ts';
import type { Size } from './decode.ts';
import { measurePicture } from './pictures.ts';

const inflated = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflate);
/** Each holds a whole file in memory for a moment. */
const inTurn = pLimit(2);

const unreadable = () =>
  new Problem(415, 'unsupported-media', 'The file is damaged or not a picture that can be read');
const tooLarge = (words: string) => new Problem(413, 'too-large', words);

/** Our picture library does not read BMP; its size stands at a fixed place. */
function bitmapSize(data: Buffer): Size {
  if (data.length < 26 || data.readUInt32LE(14) < 40) throw unreadable();
  return { width: Math.abs(data.readInt32LE(18)), height: Math.abs(data.readInt32LE(22)) };
}

/** What a decoder would do to our memory before the first pixel, tried with a bound. */
async function checkDeflated(parts: readonly Uint8Array[]): Promise<void> {
  let left = uploadMetadataMaxInflatedBytes;
  for (const part of parts) {
    try {
      left -= (await inflated(part, { maxOutputLength: Math.max(1, left) })).length;
    } catch (error) {
      // A stream that is damaged is no danger: decoders stop where we stop.
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') left = -1;
    }
    if (left < 0) throw tooMuchMetadata();
  }
}

const tooMuchMetadata = () =>
  tooLarge(
    'The picture carries too much beside its pixels (texts, profiles); save it without them',
  );

async function checkStructure(structure: PictureStructure): Promise<void> {
  const { frames, scans, metadataBytes, metadataPieces, deflated } = structure;
  if (metadataBytes > uploadMetadataMaxBytes || metadataPieces > uploadMetadataMaxPieces) {
    throw tooMuchMetadata();
  }
  if (frames > uploadMaxFrames) {
    throw tooLarge(`The picture has ${frames} frames; at most ${uploadMaxFrames} are taken`);
  }
  if (scans > uploadMaxScans) {
    throw tooLarge(`The picture is coded in ${scans} passes; at most ${uploadMaxScans} are taken`);
  }
  await checkDeflated(deflated);
}

function checkPixels({ width, height }: Size): void {
  if (width * height <= uploadMaxPixels) return;
  const most = Math.floor(uploadMaxPixels / 1_000_000);
  throw tooLarge(`The picture has ${width} × ${height} pixels; at most ${most} million are taken`);
}

/**
 * Holds a picture that has arrived against all bounds, by what its headers say, before any decoder opens it.
 * @returns its size; where it ends, and the hash up to there if something follows
 * @throws Problem 413 or 415
 */
export function examinePicture(
  path: string,
  mediaType: string,
): Promise<Size & { end: number; sha256: string | null }> {
  return inTurn(async () => {
    const data = await readFile(path);
    const structure = readStructure(data, mediaType);
    if (structure) {
      checkPixels(structure);
      await checkStructure(structure);
    }
    const size = mediaType === 'image/bmp' ? bitmapSize(data) : await measurePicture(path);
    if (!size) throw unreadable();
    if (!(size.width > 0) || !(size.height > 0)) throw unreadable();
    checkPixels(size);
    const end = structure?.end ?? data.length;
    const picture = data.subarray(0, end);
    const hash = end < data.length ? createHash('sha256').update(picture).digest('hex') : null;
    return { ...size, end, sha256: hash };
  });
}
