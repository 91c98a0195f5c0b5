import { createHash, randomUUID } from 'node:crypto';
import { open, truncate } from 'node:fs/promises';

import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { storedUpload } from '../../src/api/contract/stored-upload.ts';
import { sniffMediaType } from '../../src/domain/file-kinds.ts';
import { recogniseMediaType } from '../../src/domain/solids/obj-text.ts';
import { uploadLimits, uploadMaxBytesOf, uploadPurposeOf } from '../../src/domain/uploads.ts';
import type { UploadPurpose } from '../../src/domain/uploads.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { files, uploads } from './tables.ts';
import { invalidInput, Problem } from '../http/problem.ts';
import { extensionOf } from '../../src/domain/file-kinds.ts';
import { examinePicture } from './examine-picture.ts';
import type { Size } from './decode.ts';
import type { FileName, FileStore, TemporaryFile } from './file-store.ts';
import type { FileAddresses } from './addresses.ts';
import type { FreeSpace } from './free-space.ts';
import type { Quota } from './quota.ts';
import type { StoredFile } from './stored-file.ts';

/** What it takes to keep what people send. */
export interface Intake {
  database: Database;
  store: FileStore;
  quota: Quota;
  freeSpace: FreeSpace;
}

/** Hands the bytes over, chunk by chunk; false when there were none to hand over. */
export type UploadSource = (write: (chunk: Buffer) => Promise<void>) => Promise<boolean>;

/** A file that is wholly here and whose hash is known, not yet in the store. */
export interface ArrivedFile {
  userId: number;
  purpose: UploadPurpose;
  path: string;
  sha256: string;
  bytes: number;
  /** At least the first 64 bytes, or all of them. */
  head: Buffer;
  /** Puts it into the store under its name; repeatable. */
  keep(name: FileName): Promise<void>;
  /** Written in the transaction that makes it known. */
  record?(transaction: Transaction): Promise<void>;
}

const wrongKind: Record<UploadPurpose, string> = {
  source: 'Format Not Supported: pictures may be PNG, JPEG, WebP, GIF or BMP',
  film: 'Format Not Supported: a film must be an MP4 or a WebM',
  training: 'Format Not Supported: a training needs a zip of pictures',
  work: 'Format Not Supported: a work is a picture, a film, a sound or a 3D object (GLB, PLY, OBJ)',
};

/** What people really have in their hands, and what to do about it. */
const otherKind: Readonly<Record<string, string>> = {
  'image/heic': 'Format Not Supported: a HEIC photo has to be saved as JPEG first',
  'image/avif': 'Format Not Supported: an AVIF picture has to be saved as PNG or JPEG first',
  'image/tiff': 'Format Not Supported: a TIFF picture has to be saved as PNG or JPEG first',
};

const textHeadBytes = 64 * 1024;

export const fileTooLarge = (limitBytes: number) =>
  new Problem(
    413,
    'too-large',
    `A file may have at most ${Math.floor(limitBytes / 1024 / 1024)} MiB`,
  );

interface Examined extends FileName, Size {
  mediaType: string;
  /** The bytes that are kept, and their hash: what follows a picture's end is not. */
  bytes: number;
  sha256: string;
}

/** By its first bytes; a work may be an OBJ, which has no signature and takes more of them. */
async function mediaTypeOf({ path, head, purpose }: ArrivedFile): Promise<string | null> {
  const sniffed = sniffMediaType(head);
  if (sniffed !== null || purpose !== 'work') return sniffed;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(textHeadBytes));
    return recogniseMediaType(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function examine(file: ArrivedFile): Promise<Examined> {
  const { path, purpose, bytes, sha256 } = file;
  const mediaType = await mediaTypeOf(file);
  const extension = mediaType && extensionOf(mediaType);
  if (!mediaType || !extension || !uploadLimits[purpose].mediaTypes.includes(mediaType)) {
    const isPicture = purpose === 'source' || purpose === 'work';
    const words = (isPicture && otherKind[mediaType ?? '']) || wrongKind[purpose];
    throw new Problem(415, 'unsupported-media', words);
  }
  const mostBytes = uploadMaxBytesOf(purpose, mediaType);
  if (bytes > mostBytes) throw fileTooLarge(mostBytes);
  const name = { id: randomUUID(), extension, mediaType };
  if (!mediaType.startsWith('image/')) return { ...name, width: 0, height: 0, bytes, sha256 };
  const { end, sha256: ofPicture, ...size } = await examinePicture(path, mediaType, file.userId);
  return { ...name, ...size, bytes: Math.min(bytes, end), sha256: ofPicture ?? sha256 };
}

/** The person's own file with this content. */
export async function findUpload(
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

export function describeUpload(
  addresses: FileAddresses,
  file: StoredFile,
): z.infer<typeof storedUpload> {
  return {
    url: addresses.of(file),
    sha256: file.sha256,
    bytes: file.bytes,
    media_type: file.mediaType,
    width: file.width,
    height: file.height,
  };
}

async function receive(
  temporary: TemporaryFile,
  source: UploadSource,
  freeSpace: FreeSpace,
): Promise<Pick<ArrivedFile, 'sha256' | 'bytes' | 'head'>> {
  const limitBytes = uploadLimits.source.maxBytes;
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const watch = freeSpace.watchWrites();
  const wasSent = await source(async (chunk) => {
    if (head.length < 64) head = Buffer.concat([head, chunk.subarray(0, 64)]);
    bytes += chunk.length;
    if (bytes > limitBytes) throw fileTooLarge(limitBytes);
    await watch(chunk.length);
    hash.update(chunk);
    await temporary.handle.writeFile(chunk);
  });
  if (!wasSent || bytes === 0) {
    throw invalidInput({ field: 'file', reason: 'required' });
  }
  return { sha256: hash.digest('hex'), bytes, head };
}

/**
 * Makes a file that has arrived the person's own. The same bytes again answer the same file.
 * @throws Problem 413 or 415
 */
export async function keepUpload(
  { database, store, quota }: Omit<Intake, 'freeSpace'>,
  arrived: ArrivedFile,
): Promise<StoredFile> {
  const { userId, sha256 } = arrived;
  const known = await findUpload(database, userId, sha256);
  if (known) return known;
  const { id, ...found } = await examine(arrived);
  const name = { id, extension: found.extension };
  const keep = async () => {
    await quota.makeRoom(userId, { sha256, bytes: found.bytes });
    if (found.bytes < arrived.bytes) await truncate(arrived.path, found.bytes);
    await arrived.keep(name);
    return database.transaction(async (transaction) => {
      await quota.assertRoom(transaction, userId, { sha256, bytes: found.bytes });
      const [file] = await transaction
        .insert(files)
        .values({ id, userId, ...found })
        .returning();
      const [link] = await transaction
        .insert(uploads)
        .values({ userId, sha256, fileId: id })
        .onConflictDoNothing()
        .returning();
      await arrived.record?.(transaction);
      // The same bytes arrived twice at the same time, and the other one was first.
      if (!link) await transaction.delete(files).where(eq(files.id, id));
      return link ? (file ?? null) : null;
    });
  };
  const outcome = await keep().catch((error: unknown) => {
    // What else went wrong says nothing about whether the file is needed: the next start sweeps.
    if (error instanceof Problem) return error;
    throw error;
  });
  if (outcome && !(outcome instanceof Problem)) return outcome;
  await store.remove([name]);
  // The same bytes need no room of their own, even if they arrived in the meantime.
  const winner = await findUpload(database, userId, sha256);
  if (!winner) throw outcome ?? new Error('an upload vanished while it was stored');
  return winner;
}

/**
 * Stores what arrives in one piece: a picture, a film or pictures to learn from.
 * @param mostBytes how much may come, the form around it included
 * @throws Problem 400, 413, 415 or 507
 */
export async function storeUpload(
  intake: Intake,
  userId: number,
  source: UploadSource,
  mostBytes: number = uploadLimits.source.maxBytes,
): Promise<StoredFile> {
  const { store, freeSpace } = intake;
  await freeSpace.assertEnough();
  return intake.quota.whenRoomToArrive(userId, mostBytes, async () => {
    const temporary = await store.createTemporary();
    try {
      const received = await receive(temporary, source, freeSpace);
      // A form says nothing of what it is for: the first bytes do.
      const purpose = uploadPurposeOf(sniffMediaType(received.head) ?? '') ?? 'source';
      return await keepUpload(intake, {
        userId,
        purpose,
        path: temporary.path,
        ...received,
        keep: (name) => store.keep(temporary, name),
      });
    } finally {
      await store.discard(temporary);
    }
  });
}
