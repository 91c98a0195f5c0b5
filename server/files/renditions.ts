import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Rendition, Watermark } from './decode.ts';
import { thumbnailWidths } from './file-store.ts';
import type { FileName, FileStore } from './file-store.ts';
import { renderPicture } from './pictures.ts';

/** What others of a picture's forms are kept on disk at a time, by all files together. */
const keptMaxBytes = 512 * 1024 * 1024;

export type { Rendition, Watermark };

/** Says which form it is; another mark is another form. */
export function variantOf({ width, isWebp, watermark }: Rendition): string {
  const mark = watermark
    ? createHash('sha256').update(JSON.stringify(watermark)).digest('hex').slice(0, 12)
    : '0';
  return `${width ?? 'full'}-${isWebp ? 'webp' : 'own'}-${mark}`;
}

/** @returns path of a picture's other form; null where no decoder reads the original, or its bytes are gone */
export type Renditions = (
  file: FileName & { userId: number },
  rendition: Rendition,
) => Promise<string | null>;

/**
 * Other forms of pictures, made when they are first asked for and kept for as long as there is room: those that were
 * asked for least lately go first.
 */
export function createRenditions(store: FileStore, maxBytes = keptMaxBytes): Renditions {
  /** Bytes by path, the one asked for least lately first; null until the folder was read. */
  let known: Promise<Map<string, number>> | null = null;
  const underWay = new Map<string, Promise<string | null>>();

  async function read(): Promise<Map<string, number>> {
    const entries = await readdir(store.renditions, { recursive: true, withFileTypes: true });
    const found: { full: string; bytes: number; atMs: number }[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const full = path.join(entry.parentPath, entry.name);
      const stats = await stat(full).catch(() => null);
      if (stats) found.push({ full, bytes: stats.size, atMs: stats.mtimeMs });
    }
    found.sort((left, right) => left.atMs - right.atMs);
    return new Map(found.map(({ full, bytes }) => [full, bytes]));
  }

  async function makeRoom(kept: Map<string, number>): Promise<void> {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one, 0);
    for (const [full, size] of kept) {
      if (bytes <= maxBytes || kept.size === 1) return;
      kept.delete(full);
      bytes -= size;
      await rm(full, { force: true });
    }
  }

  const largest = Math.max(...thumbnailWidths);
  const smaller = async ({ id }: FileName, { width }: Rendition) =>
    width !== null && width <= largest ? store.bringThumbnail(id, largest) : null;

  async function make(
    file: FileName & { userId: number },
    rendition: Rendition,
    target: string,
  ): Promise<string | null> {
    const kept = await (known ??= read());
    const size = kept.get(target);
    const isThere = await stat(target).then(
      () => true,
      () => false,
    );
    if (isThere && size !== undefined) {
      kept.delete(target);
      kept.set(target, size);
      return target;
    }
    // Of an original that is no longer kept, only the largest small picture is left.
    const source = (await store.bring(file)) ?? (await smaller(file, rendition));
    if (source === null) return null;
    const temporary = store.temporaryPath();
    try {
      if (!(await renderPicture(source, rendition, temporary, String(file.userId)))) return null;
      const { size: bytes } = await stat(temporary);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(temporary, target);
      kept.set(target, bytes);
      await makeRoom(kept);
    } finally {
      await rm(temporary, { force: true });
    }
    return target;
  }

  return (file, rendition) => {
    const target = path.join(store.renditions, file.id, variantOf(rendition));
    const running = underWay.get(target);
    if (running) return running;
    const work = make(file, rendition, target).finally(() => underWay.delete(target));
    underWay.set(target, work);
    return work;
  };
}
