import { randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

import { isBackingUp } from '../database/backup.ts';
import type { Log } from '../log.ts';

/** What a stored file is called. */
export interface FileName {
  id: string;
  extension: string;
}

export interface TemporaryFile {
  path: string;
  handle: FileHandle;
}

/** The platform's files. A name exists only once all bytes are safely there. */
export interface FileStore {
  /** Opens what strangers sent, in a process that may die. */
  /** Where a file is on this disk, or would be. */
  pathOf(file: FileName): string;
  thumbnailPath(id: string, width: number): string;
  /** Folder of what was made of files and can be made again; each file has a folder in it. */
  readonly renditions: string;
  /** Sees to it that a file is on this disk. @returns its path, or null when there are no bytes */
  bring(file: FileName): Promise<string | null>;
  bringThumbnail(id: string, width: number): Promise<string | null>;
  createTemporary(): Promise<TemporaryFile>;
  /** Flushes and closes a temporary file and gives it its name. */
  keep(temporary: TemporaryFile, file: FileName): Promise<void>;
  /**
   * Flushes a file of the same data folder and gives it a second name here, so that a crash at any point leaves
   * one of them; the caller removes the first.
   */
  adopt(path: string, file: FileName): Promise<void>;
  /** The same for a file that can be made again: not flushed. */
  keepThumbnail(temporary: string, id: string, width: number): Promise<void>;
  temporaryPath(): string;
  discard(temporary: TemporaryFile): Promise<void>;
  write(file: FileName, data: Uint8Array): Promise<void>;
  /** Removes files with their thumbnails; absent ones are fine. While a backup is made a later sweep does it. */
  remove(list: readonly FileName[]): Promise<void>;
  /** Removes files and leaves their thumbnails. */
  removeOriginals(list: readonly FileName[]): Promise<void>;
  /** Removes what no row knows or wants any more and nobody has touched since `before`. */
  sweep(wanted: Wanted, before: Date): Promise<number>;
}

export const thumbnailWidths = [200, 300, 512] as const;
/** In which a picture can be asked for: the small ones, and what screens show. */
export const renditionWidths = [...thumbnailWidths, 1024, 2048] as const;

/** Of some files, by their id, those that a sweep leaves alone. */
export interface Wanted {
  /** Those that have a row: their small pictures stay. */
  known: (ids: readonly string[]) => Promise<Set<string>>;
  /** Of these again those whose original is still kept. */
  kept: (ids: readonly string[]) => Promise<Set<string>>;
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export interface DiskStore extends FileStore {
  /** Removes files that were not written or asked for since; only where they can be brought again. */
  dropCopies(before: Date): Promise<number>;
}

const isThere = (full: string): Promise<boolean> =>
  access(full).then(
    () => true,
    () => false,
  );

export async function openFileStore(dataFolder: string, log: Log): Promise<DiskStore> {
  const root = path.join(dataFolder, 'files');
  const thumbnails = path.join(dataFolder, 'thumbnails');
  const temporary = path.join(dataFolder, 'incoming');
  const renditions = path.join(dataFolder, 'renditions');
  for (const folder of [root, thumbnails, temporary, renditions]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  const pathOf = ({ id, extension }: FileName) =>
    path.join(root, id.slice(0, 2), `${id}.${extension}`);
  const thumbnailPath = (id: string, width: number) => path.join(thumbnails, `${id}-${width}.webp`);
  const temporaryPath = () => path.join(temporary, randomUUID());

  async function createTemporary(): Promise<TemporaryFile> {
    const name = temporaryPath();
    return { path: name, handle: await open(name, 'wx', 0o600) };
  }

  async function discard(file: TemporaryFile): Promise<void> {
    await file.handle.close().catch(() => undefined);
    await rm(file.path, { force: true });
  }

  async function keep(file: TemporaryFile, name: FileName): Promise<void> {
    await file.handle.sync();
    await file.handle.close();
    const target = pathOf(name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await rename(file.path, target);
    await flushFolder(path.dirname(target));
  }

  async function adopt(from: string, name: FileName): Promise<void> {
    const handle = await open(from, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    const target = pathOf(name);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    // Some file systems know no second name.
    await link(from, target).catch(() => rename(from, target));
    await flushFolder(path.dirname(target));
  }

  async function sweepFolder(
    folder: string,
    before: Date,
    isWanted: (ids: string[]) => Promise<Set<string>>,
  ): Promise<number> {
    let removed = 0;
    const names = await readdir(folder);
    for (let from = 0; from < names.length; from += 500) {
      const batch = names.slice(from, from + 500);
      const wanted = await isWanted(batch.map((name) => name.slice(0, 36)));
      for (const name of batch) {
        if (wanted.has(name.slice(0, 36))) continue;
        const full = path.join(folder, name);
        const stats = await stat(full).catch(() => null);
        if (!stats || stats.mtime >= before) continue;
        await rm(full, { force: true, recursive: true });
        removed += 1;
      }
    }
    return removed;
  }

  async function removePath(full: string): Promise<void> {
    try {
      await rm(full, { force: true, recursive: true });
    } catch (error) {
      // The next start sweeps it.
      log.warn({ err: error, file: path.basename(full) }, 'a file could not be removed');
    }
  }

  const folders = async (): Promise<string[]> => {
    const names = await readdir(root);
    return names.filter((name) => /^[0-9a-f]{2}$/.test(name)).map((name) => path.join(root, name));
  };
  const bring = async (full: string) => ((await isThere(full)) ? full : null);

  return {
    pathOf,
    thumbnailPath,
    renditions,
    bring: (file) => bring(pathOf(file)),
    bringThumbnail: (id, width) => bring(thumbnailPath(id, width)),
    temporaryPath,
    createTemporary,
    discard,
    keep,
    adopt,
    async keepThumbnail(from, id, width) {
      await rename(from, thumbnailPath(id, width));
    },
    async write(name, data) {
      const file = await createTemporary();
      try {
        await file.handle.writeFile(data);
        await keep(file, name);
      } catch (error) {
        await discard(file);
        throw error;
      }
    },
    async remove(list) {
      if (await isBackingUp(dataFolder)) return;
      for (const file of list) {
        await removePath(pathOf(file));
        for (const width of thumbnailWidths) await removePath(thumbnailPath(file.id, width));
        await removePath(path.join(renditions, file.id));
      }
    },
    async removeOriginals(list) {
      if (await isBackingUp(dataFolder)) return;
      for (const file of list) {
        await removePath(pathOf(file));
        await removePath(path.join(renditions, file.id));
      }
    },
    async sweep({ known, kept }, before) {
      if (await isBackingUp(dataFolder)) return 0;
      let removed = await sweepFolder(temporary, before, () => Promise.resolve(new Set()));
      removed += await sweepFolder(thumbnails, before, known);
      removed += await sweepFolder(renditions, before, kept);
      for (const folder of await folders()) removed += await sweepFolder(folder, before, kept);
      return removed;
    },
    async dropCopies(before) {
      let removed = 0;
      for (const folder of [thumbnails, ...(await folders())]) {
        removed += await sweepFolder(folder, before, () => Promise.resolve(new Set()));
      }
      return removed;
    },
  };
}
