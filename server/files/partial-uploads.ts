import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

import { FileStore as TusFileStore } from '@tus/file-store';
import { Upload } from '@tus/server';
import type { KvStore } from '@tus/server';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';

import {
  partialUploadIdleMs,
  partialUploadLifetimeMs,
  partialUploadsMax,
  partialUploadsMaxBytes,
} from '../../src/domain/uploads.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { FreeSpace } from './free-space.ts';
import { partialUploads } from './tables.ts';

type PartialRow = typeof partialUploads.$inferSelect;
export type NewPartialUpload = Omit<PartialRow, 'createdAt'>;

/** Uploads under way: their rows in the database, their bytes in a folder of their own. */
export interface PartialUploads {
  /** What the tus server writes to. */
  readonly store: TusFileStore;
  pathOf(id: string): string;
  /** The caller's own upload of this content that can go on; `offset` is what has arrived. */
  find(userId: number, sha256: string): Promise<(PartialRow & { offset: number }) | null>;
  /** Null when it is somebody else's or gone. */
  ownedBy(userId: number, id: string): Promise<PartialRow | null>;
  /**
   * Takes a place for a new one; the person's oldest give way when there are too many.
   * @param admit asked in the same transaction; what it throws is the refusal
   */
  add(upload: NewPartialUpload, admit?: (transaction: Transaction) => Promise<void>): Promise<void>;
  /**
   * What a person's uploads under way will need, other than that of one content; those that seem to be given up need
   * nothing.
   */
  promisedBytes(
    from: Database | Transaction,
    userId: number,
    exceptSha256: string,
  ): Promise<number>;
  /** In a transaction: its file stays until `removeFiles`. */
  forget(transaction: Transaction, id: string): Promise<void>;
  removeFiles(ids: readonly string[]): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes what is too old, and files without a row that nobody has touched since `before`. */
  sweep(before: Date): Promise<number>;
}

/** Asks the disk again in the middle of what it writes: a part may be as large as the file. */
class WatchedStore extends TusFileStore {
  readonly #freeSpace: FreeSpace;

  constructor(freeSpace: FreeSpace, options: ConstructorParameters<typeof TusFileStore>[0]) {
    super(options);
    this.#freeSpace = freeSpace;
  }

  override async write(
    ...[readable, id, offset]: Parameters<TusFileStore['write']>
  ): Promise<number> {
    const watch = this.#freeSpace.watchWrites();
    let refused: unknown = null;
    async function* watched(): AsyncIterable<Buffer> {
      for await (const chunk of readable as AsyncIterable<Buffer>) {
        try {
          await watch(chunk.length);
        } catch (error) {
          refused = error;
          throw error;
        }
        yield chunk;
      }
    }
    try {
      return await super.write(Readable.from(watched()), id, offset);
    } catch (error) {
      throw refused ?? error;
    }
  }
}

/** @param lockOwner puts what is done for one person in a line, until the transaction ends */
export async function openPartialUploads(
  dataFolder: string,
  database: Database,
  lockOwner: (transaction: Transaction, userId: number) => Promise<void>,
  freeSpace: FreeSpace,
): Promise<PartialUploads> {
  const folder = path.join(dataFolder, 'partial-uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => path.join(folder, id);

  const removeFiles = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) await rm(pathOf(id), { force: true });
  };

  /** The tus store's records are our rows; `add` has made them before the store makes its file. */
  const records: KvStore = {
    async get(id) {
      const [row] = await database.select().from(partialUploads).where(eq(partialUploads.id, id));
      if (!row) return undefined;
      const { bytes, metadata, createdAt } = row;
      return new Upload({
        id,
        size: bytes,
        offset: 0,
        metadata,
        creation_date: createdAt.toISOString(),
      });
    },
    async set() {},
    async delete(id) {
      await database.delete(partialUploads).where(eq(partialUploads.id, id));
    },
  };

  const mine = (userId: number) => eq(partialUploads.userId, userId);
  const tooOld = (now: number) => new Date(now - partialUploadLifetimeMs);

  /** What has to go so that one more fits, the oldest first. */
  function overflow(rows: readonly PartialRow[], wantedBytes: number): string[] {
    let bytes = wantedBytes + rows.reduce((sum, row) => sum + row.bytes, 0);
    let count = rows.length + 1;
    const gone: string[] = [];
    for (const row of rows) {
      if (bytes <= partialUploadsMaxBytes && count <= partialUploadsMax) break;
      gone.push(row.id);
      bytes -= row.bytes;
      count -= 1;
    }
    return gone;
  }

  return {
    store: new WatchedStore(freeSpace, {
      directory: folder,
      configstore: records,
      expirationPeriodInMilliseconds: partialUploadLifetimeMs,
    }),
    pathOf,
    async find(userId, sha256) {
      const [row] = await database
        .select()
        .from(partialUploads)
        .where(and(mine(userId), eq(partialUploads.sha256, sha256)));
      if (!row || row.createdAt < tooOld(Date.now())) return null;
      const stats = await stat(pathOf(row.id)).catch(() => null);
      return stats && { ...row, offset: stats.size };
    },
    async ownedBy(userId, id) {
      const [row] = await database
        .select()
        .from(partialUploads)
        .where(and(mine(userId), eq(partialUploads.id, id)));
      return row ?? null;
    },
    async add(upload, admit) {
      const gone = await database.transaction(async (transaction) => {
        // One person's uploads begin one after the other, so that the bounds hold.
        await lockOwner(transaction, upload.userId);
        const rows = await transaction
          .select()
          .from(partialUploads)
          .where(mine(upload.userId))
          .orderBy(asc(partialUploads.createdAt), asc(partialUploads.id));
        const same = rows.filter((row) => row.sha256 === upload.sha256).map((row) => row.id);
        const others = rows.filter((row) => row.sha256 !== upload.sha256);
        const removed = [...same, ...overflow(others, upload.bytes)];
        if (removed.length > 0)
          await transaction.delete(partialUploads).where(inArray(partialUploads.id, removed));
        await admit?.(transaction);
        await transaction.insert(partialUploads).values(upload);
        return removed;
      });
      await removeFiles(gone);
    },
    async promisedBytes(from, userId, exceptSha256) {
      const rows = await from.select().from(partialUploads).where(mine(userId));
      const activeSince = Date.now() - partialUploadIdleMs;
      let bytes = 0;
      for (const row of rows) {
        if (row.sha256 === exceptSha256) continue;
        const touchedAt = (await stat(pathOf(row.id)).catch(() => null))?.mtime ?? row.createdAt;
        if (touchedAt.getTime() >= activeSince) bytes += row.bytes;
      }
      return bytes;
    },
    async forget(transaction, id) {
      await transaction.delete(partialUploads).where(eq(partialUploads.id, id));
    },
    removeFiles,
    async remove(id) {
      await records.delete(id);
      await removeFiles([id]);
    },
    async sweep(before) {
      const expired = await database
        .delete(partialUploads)
        .where(lt(partialUploads.createdAt, tooOld(Date.now())))
        .returning({ id: partialUploads.id });
      await removeFiles(expired.map((row) => row.id));
      let removed = expired.length;
      const names = await readdir(folder);
      const rows = await database.select({ id: partialUploads.id }).from(partialUploads);
      const known = new Set(rows.map((row) => row.id));
      for (const name of names) {
        if (known.has(name)) continue;
        const stats = await stat(pathOf(name)).catch(() => null);
        if (!stats?.isFile() || stats.mtime >= before) continue;
        await rm(pathOf(name), { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}
