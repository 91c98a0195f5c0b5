import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { mediaTypeOf } from '../../src/domain/file-kinds.ts';
import type { Log } from '../log.ts';
import type { S3 } from './s3.ts';
import { thumbnailWidths } from './file-store.ts';
import type { DiskStore, FileName, FileStore } from './file-store.ts';

/** How long a copy stays on this disk after it was last asked for. */
const copyMs = 24 * 3_600_000;
const batchSize = 500;

const fileKey = ({ id, extension }: FileName) => `files/${id.slice(0, 2)}/${id}.${extension}`;
const thumbnailKey = (id: string, width: number) => `thumbnails/${id}-${width}.webp`;
const idOf = (key: string): string => path.basename(key).slice(0, 36);

/** What the bucket is told of a file; its rows know better. */
const contentTypeOf = ({ extension }: FileName): string =>
  mediaTypeOf(extension) ?? 'application/octet-stream';

/**
 * Files in a bucket that several processes share; the disk of each keeps copies of what was made or asked for
 * lately. The bucket is written first: what has a name on a disk is in the bucket. See docs/adr on it.
 */
export function openS3Store(disk: DiskStore, s3: S3, log: Log): FileStore {
  const underWay = new Map<string, Promise<string | null>>();

  async function download(key: string, target: string): Promise<string | null> {
    const body = await s3.get(key);
    if (!body) return null;
    const temporary = disk.temporaryPath();
    try {
      await pipeline(
        Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
        createWriteStream(temporary, { flags: 'wx', mode: 0o600 }),
      );
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(temporary, target);
      return target;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function bring(key: string, target: string, here: string | null): Promise<string | null> {
    if (here !== null) {
      const now = new Date();
      // Its time begins anew; where it was dropped just now, it is brought again.
      if (
        await utimes(here, now, now).then(
          () => true,
          () => false,
        )
      )
        return here;
    }
    const running = underWay.get(key);
    if (running) return running;
    const work = download(key, target).finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  }

  async function removeKey(key: string): Promise<void> {
    await s3.remove(key).catch((error: unknown) => {
      // The next sweep finds it.
      log.warn({ err: error, file: path.basename(key) }, 'a file could not be removed');
    });
  }

  const store: FileStore = {
    ...disk,
    bring: async (file) => bring(fileKey(file), disk.pathOf(file), await disk.bring(file)),
    bringThumbnail: async (id, width) =>
      bring(
        thumbnailKey(id, width),
        disk.thumbnailPath(id, width),
        await disk.bringThumbnail(id, width),
      ),
    async keep(temporary, file) {
      await s3.putFile(fileKey(file), temporary.path, contentTypeOf(file));
      await disk.keep(temporary, file);
    },
    async adopt(from, file) {
      await s3.putFile(fileKey(file), from, contentTypeOf(file));
      await disk.adopt(from, file);
    },
    async keepThumbnail(temporary, id, width) {
      await s3.putFile(thumbnailKey(id, width), temporary, 'image/webp');
      await disk.keepThumbnail(temporary, id, width);
    },
    async write(file, data) {
      const temporary = await disk.createTemporary();
      try {
        await temporary.handle.writeFile(data);
        await store.keep(temporary, file);
      } catch (error) {
        await disk.discard(temporary);
        throw error;
      }
    },
    async remove(list) {
      for (const file of list) {
        await removeKey(fileKey(file));
        for (const width of thumbnailWidths) await removeKey(thumbnailKey(file.id, width));
      }
      await disk.remove(list);
    },
    async removeOriginals(list) {
      for (const file of list) await removeKey(fileKey(file));
      await disk.removeOriginals(list);
    },
    async sweep(wanted, before) {
      let removed = 0;
      for (const [folder, which] of [
        ['files/', 'kept'],
        ['thumbnails/', 'known'],
      ] as const) {
        for await (const page of s3.list(folder)) {
          for (let from = 0; from < page.length; from += batchSize) {
            const old = page
              .slice(from, from + batchSize)
              .filter(({ modifiedAt }) => modifiedAt < before);
            const ids = old.map(({ key }) => idOf(key));
            const left = await wanted[which](ids);
            for (const { key } of old) {
              if (left.has(idOf(key))) continue;
              await s3.remove(key);
              removed += 1;
            }
          }
        }
      }
      removed += await disk.sweep(wanted, before);
      await disk.dropCopies(new Date(Date.now() - copyMs));
      return removed;
    },
  };
  return store;
}
