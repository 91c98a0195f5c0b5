import { createHash, randomUUID } from 'node:crypto';

import { extensionOf } from '../../src/domain/file-kinds.ts';
import { regardPicture } from './pictures.ts';
import type { StoredFile } from './stored-file.ts';

/**
 * What is to be said of bytes that this platform made itself, before they are written.
 * @throws TypeError for a kind that is not stored
 */
export async function newFile(
  data: Uint8Array,
  mediaType: string,
): Promise<{
  file: Pick<StoredFile, 'id' | 'extension' | 'mediaType' | 'bytes' | 'sha256'>;
  thumbhash: string;
}> {
  const extension = extensionOf(mediaType);
  if (extension === null) throw new TypeError(`Files of ${mediaType} are not stored`);
  const { thumbhash } = await regardPicture(data, mediaType);
  const sha256 = createHash('sha256').update(data).digest('hex');
  return {
    file: { id: randomUUID(), extension, mediaType, bytes: data.length, sha256 },
    thumbhash,
  };
}
