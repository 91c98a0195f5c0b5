import { createHash, randomUUID } from 'node:crypto';

import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';

import { sniffMediaType } from '../../src/domain/file-kinds.ts';
import { uploadImageTypes, uploadMaxBytes, uploadMaxPixels } from '../../src/domain/limits.ts';
import type { Database } from '../database/connect.ts';
import { files, uploads } from '../database/schema.ts';
import { Problem } from '../http/problem.ts';
import { extensionOf } from './store.ts';
import type { FileStore, TemporaryFile } from './store.ts';

export type StoredFile = typeof files.$inferSelect;

/** Hands the bytes over, chunk by chunk; false when there were none to hand over. */
export type UploadSource = (write: (chunk: Buffer) => Promise<void>) => Promise<boolean>;

interface Size {
  width: number;
  height: number;
}

const unreadable = () =>
  new Problem(415, 'unsupported-media', 'The file is damaged or not a picture that can be read');

/** Our picture library does not read BMP; its size stands at a fixed place. */
function bitmapSize(head: Buffer): Size {
  if (head.length < 26 || head.readUInt32LE(14) < 40) throw unreadable();
  return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) };
}

async function pictureSize(path: string, mediaType: string, head: Buffer): Promise<Size> {
  if (mediaType === 'image/bmp') return bitmapSize(head);
  try {
    // The limit is ours to check, so that the answer can say which one was broken.
    const found = await sharp(path, { limitInputPixels: false }).metadata();
    // As it is seen: a photo may carry its rotation beside its pixels.
    return found.autoOrient;
  } catch {
    throw unreadable();
  }
}

async function examine(
  path: string,
  head: Buffer,
): Promise<Size & { mediaType: string; extension: string }> {
  const mediaType = sniffMediaType(head);
  const extension = mediaType && extensionOf(mediaType);
  if (!mediaType || !extension || !(uploadImageTypes as readonly string[]).includes(mediaType)) {
    throw new Problem(
      415,
      'unsupported-media',
      'Format Not Supported: pictures may be PNG, JPEG, WebP, GIF or BMP',
    );
  }
  const { width, height } = await pictureSize(path, mediaType, head);
  if (!(width > 0) || !(height > 0)) throw unreadable();
  if (width * height > uploadMaxPixels) {
    throw new Problem(
      413,
      'too-large',
      `The picture has ${width} × ${height} pixels; at most ${Math.floor(uploadMaxPixels / 1_000_000)} million are taken`,
    );
  }
  return { mediaType, extension, width, height };
}

async function existing(
  database: Database,
  userId: number,
  sha256: string,
): Promise<StoredFile | null> {
  const [row] = await database
    .select({ file: files })
    .from(uploads)
    .innerJoin(files, eq(files.id, uploads.fileId))
    .where(and(eq(uploads.userId, userId), eq(uploads.sha256, sha256)));
  return row?.file ?? null;
}

async function receive(
  temporary: TemporaryFile,
  source: UploadSource,
): Promise<{ sha256: string; bytes: number; head: Buffer }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const wasSent = await source(async (chunk) => {
    if (head.length < 64) head = Buffer.concat([head, chunk.subarray(0, 64)]);
    bytes += chunk.length;
    if (bytes > uploadMaxBytes) throw new Problem(413, 'too-large', 'The file is too large');
    hash.update(chunk);
    await temporary.handle.writeFile(chunk);
  });
  if (!wasSent || bytes === 0) {
    throw new Problem(400, 'invalid-input', 'file - required', { errors: { file: 'required' } });
  }
  return { sha256: hash.digest('hex'), bytes, head };
}

/**
 * Stores an uploaded picture for a person. The same bytes again answer the same file.
 * @throws Problem 400, 413 or 415
 */
export async function storeUpload(
  database: Database,
  store: FileStore,
  userId: number,
  source: UploadSource,
): Promise<StoredFile> {
  const temporary = await store.createTemporary();
  try {
    const { sha256, bytes, head } = await receive(temporary, source);
    const known = await existing(database, userId, sha256);
    if (known) return known;
    const { extension, ...found } = await examine(temporary.path, head);
    const id = randomUUID();
    await store.keep(temporary, { id, extension });
    const added = await database.transaction(async (transaction) => {
      const [file] = await transaction
        .insert(files)
        .values({ id, userId, extension, bytes, sha256, ...found })
        .returning();
      const [link] = await transaction
        .insert(uploads)
        .values({ userId, sha256, fileId: id })
        .onConflictDoNothing()
        .returning();
      // The same bytes arrived twice at the same time, and the other one was first.
      if (!link) await transaction.delete(files).where(eq(files.id, id));
      return link ? (file ?? null) : null;
    });
    if (added) return added;
    await store.remove([{ id, extension }]);
    const winner = await existing(database, userId, sha256);
    if (!winner) throw new Error('an upload vanished while it was stored');
    return winner;
  } finally {
    await store.discard(temporary);
  }
}
