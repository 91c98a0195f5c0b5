import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';

import { appCoverSide } from '../../src/domain/apps.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import type { Database } from '../database/connect.ts';
import { thumbnailWidths } from '../files/file-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { shrinkPicture } from '../files/pictures.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { notFound, Problem } from '../http/problem.ts';
import { sharedWork } from '../works/service.ts';

export interface Cover {
  bytes: Buffer;
  hash: string;
}

/** A picture made small and written anew: what else may lie in somebody's file stays behind. */
async function drawn(store: FileStore, source: string | Uint8Array): Promise<Cover> {
  const temporary = store.temporaryPath();
  try {
    if (!(await shrinkPicture(source, appCoverSide, temporary))) {
      throw new Problem(415, 'unsupported-media', 'This can not be shown as a picture');
    }
    const bytes = await readFile(temporary);
    return { bytes, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16) };
  } finally {
    await rm(temporary, { force: true });
  }
}

async function pictureOf(store: FileStore, file: StoredFile): Promise<string | null> {
  const small = await store.bringThumbnail(file.id, Math.max(...thumbnailWidths));
  if (small !== null || mediaKind(file.mediaType) !== 'picture') return small;
  return store.bring(file);
}

/**
 * The picture of an app, as its maker names it.
 * @param asked a data URL of a picture, or the id of a work of theirs
 * @throws Problem 404 for a work that isn't theirs, 415 for what is no picture
 */
export async function drawCover(
  { database, store }: { database: Database; store: FileStore },
  userId: number,
  asked: string,
): Promise<Cover> {
  if (asked.startsWith('data:')) {
    return drawn(store, Buffer.from(asked.slice(asked.indexOf(',') + 1), 'base64'));
  }
  const found = await sharedWork(database, asked);
  const source =
    found?.work.userId === userId && !found.work.censored && found.work.binnedAt === null
      ? await pictureOf(store, found.file)
      : null;
  if (source === null) throw notFound('Work');
  return drawn(store, source);
}
