import { rm } from 'node:fs/promises';

import { thumbnailWidths } from './file-store.ts';
import type { FileName, FileStore } from './file-store.ts';
import { shrinkPicture } from './pictures.ts';

/** Keeps a picture as the small pictures of a file that is none itself: a film, a sound. */
export async function keepPoster(
  store: FileStore,
  id: string,
  poster: string | Uint8Array,
): Promise<void> {
  for (const width of thumbnailWidths) {
    const temporary = store.temporaryPath();
    try {
      if (!(await shrinkPicture(poster, width, temporary))) {
        throw new Error('the picture that stands for it can not be read');
      }
      await store.keepThumbnail(temporary, id, width);
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** @returns path of a WebP picture at most `width` wide; throws where the original can't be read */
export type Thumbnails = (file: FileName, width: number) => Promise<string>;

export function createThumbnails(store: FileStore): Thumbnails {
  const underWay = new Map<string, Promise<string>>();

  async function make(file: FileName, width: number, target: string): Promise<string> {
    if ((await store.bringThumbnail(file.id, width)) !== null) return target;
    const temporary = store.temporaryPath();
    try {
      // Of an original that is no longer kept, only the largest small picture is left.
      const largest = Math.max(...thumbnailWidths);
      const source = (await store.bring(file)) ?? (await store.bringThumbnail(file.id, largest));
      if (source === null) throw new Error('there is nothing to make a small picture of');
      if (!(await shrinkPicture(source, width, temporary))) {
        throw new Error('no small picture can be made of it');
      }
      await store.keepThumbnail(temporary, file.id, width);
    } finally {
      await rm(temporary, { force: true });
    }
    return target;
  }

  return (file, width) => {
    const target = store.thumbnailPath(file.id, width);
    const running = underWay.get(target);
    if (running) return running;
    const work = make(file, width, target).finally(() => underWay.delete(target));
    underWay.set(target, work);
    return work;
  };
}
