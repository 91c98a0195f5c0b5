import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { isPlainSvg } from '../../src/domain/plain-svg.ts';
import { examineHeaders, refusedPixels, type Refusal } from '../pictures/headers.ts';
import { measure, type Size } from './decode.ts';

// Runs in processes beside the platform: examine-picture.ts.

export type Examination = { refused: Refusal } | { picture: ExaminedPicture };

/** Where a picture ends, and the hash up to there if something follows. */
export interface ExaminedPicture extends Size {
  end: number;
  sha256: string | null;
}

export const unreadable: Refusal = {
  code: 'unsupported-media',
  words: 'The file is damaged or not a picture that can be read',
};

const notPlain: Refusal = {
  code: 'unsupported-media',
  words: 'The SVG has more in it than a drawing; save it as PNG first',
};

/** Holds a stored picture against all bounds, by its headers first and then by a decoder. */
export async function examine(path: string, mediaType: string): Promise<Examination> {
  const data = await readFile(path);
  if (mediaType === 'image/svg+xml' && !isPlainSvg(new TextDecoder().decode(data))) {
    return { refused: notPlain };
  }
  const found = await examineHeaders(data, mediaType);
  if ('refused' in found) return found;
  const { structure } = found;
  // Our picture library does not read BMP; its size stands at a fixed place.
  const isMeasured = mediaType === 'image/bmp';
  const size = isMeasured ? structure : await measure(path).catch(() => null);
  if (!size || !(size.width > 0) || !(size.height > 0)) return { refused: unreadable };
  const { width, height } = size;
  const refused = refusedPixels({ width, height });
  if (refused) return { refused };
  const end = structure?.end ?? data.length;
  const hash = () => createHash('sha256').update(data.subarray(0, end)).digest('hex');
  return { picture: { width, height, end, sha256: end < data.length ? hash() : null } };
}
