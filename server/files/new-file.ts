import { createHash, randomUUID } from 'node:crypto';

import { extensionOf } from '../../src/domain/file-kinds.ts';
import { regardPicture } from './pictures.ts';
import type { StoredFile } from './stored-file.ts';

/**
 * What is to be said of bytes that this platform made or was given by an engine, before they are written. What follows
 * a picture's end is nobody's picture, and is neither kept nor served.
 * @throws TypeError for a kind that is not stored
 */
export async function newFile(
  bytes: Uint8Array,
  mediaType: string,
): Promise<{
  file: Pick<StoredFile, 'id' | 'extension' | 'mediaType' | 'bytes' | 'sha256'>;
  /** What is to be written. */
  data: Uint8Array;
  thumbhash: string;
}> {
  const extension = extensionOf(mediaType);
  if (extension === null) throw new TypeError(`Files of ${mediaType} are not stored`);
  const { end, thumbhash } = await regardPicture(bytes, mediaType);
  const data = bytes.subarray(0, end);
  const sha256 = createHash('sha256').update(data).digest('hex');
  const file = { id: randomUUID(), extension, mediaType, bytes: data.length, sha256 };
  return { file, data, thumbhash };
}
