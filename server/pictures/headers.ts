import { createInflate } from 'node:zlib';

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

interface Size {
  width: number;
  height: number;
}

/** Why a picture is not taken in: the words are for people. */
export interface Refusal {
  code: 'too-large' | 'unsupported-media';
  words: string;
}

const tooLarge = (words: string): Refusal => ({ code: 'too-large', words });
const tooMuchMetadata = tooLarge(
  'The picture carries too much beside its pixels (texts, profiles); save it without them',
);

/**
 * What a decoder would make of a stream before it stops, at its end or where it is damaged.
 * @returns bytes, or more than `most` as soon as it is more
 */
function inflatedBytes(part: Uint8Array, most: number): Promise<number> {
  return new Promise((resolve) => {
    const stream = createInflate();
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most) stream.destroy();
    });
    stream.on('error', () => resolve(bytes));
    stream.on('close', () => resolve(bytes));
    stream.end(part);
  });
}

/** What a decoder would do to our memory before the first pixel, tried with a bound for all streams together. */
async function isInflatable(parts: readonly Uint8Array[]): Promise<boolean> {
  let left = uploadMetadataMaxInflatedBytes;
  for (const part of parts) {
    left -= await inflatedBytes(part, left);
    if (left < 0) return false;
  }
  return true;
}

/** @returns null where the size is taken */
export function refusedPixels({ width, height }: Size): Refusal | null {
  if (width * height <= uploadMaxPixels) return null;
  const most = Math.floor(uploadMaxPixels / 1_000_000);
  return tooLarge(`The picture has ${width} × ${height} pixels; at most ${most} million are taken`);
}

async function refusedStructure(structure: PictureStructure): Promise<Refusal | null> {
  const { frames, scans, metadataBytes, metadataPieces, deflated } = structure;
  if (metadataBytes > uploadMetadataMaxBytes || metadataPieces > uploadMetadataMaxPieces) {
    return tooMuchMetadata;
  }
  if (frames > uploadMaxFrames) {
    return tooLarge(`The picture has ${frames} frames; at most ${uploadMaxFrames} are taken`);
  }
  if (scans > uploadMaxScans) {
    return tooLarge(`The picture is coded in ${scans} passes; at most ${uploadMaxScans} are taken`);
  }
  if (!(await isInflatable(deflated))) return tooMuchMetadata;
  return refusedPixels(structure);
}

/**
 * Holds a picture against all bounds by what its headers say, without a decoder. Only in processes beside the platform:
 * to walk over pieces that claim to be nothing takes seconds.
 * @returns why it is not taken; else what is known of it, null for a type that has no pieces
 */
export async function examineHeaders(
  data: Uint8Array,
  mediaType: string,
): Promise<{ refused: Refusal } | { structure: PictureStructure | null }> {
  const structure = readStructure(data, mediaType);
  const refused = structure && (await refusedStructure(structure));
  return refused ? { refused } : { structure };
}
