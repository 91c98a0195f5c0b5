import { getOriginal } from '../../src/db/media/media.ts';
import { listWithoutSmallPicture } from '../../src/db/works/known-works.ts';
import { saveThumbnails, type FetchedThumbnail } from '../../src/db/works/sync.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import type { DrawSolid } from './contract.ts';
import { inParallel } from './in-parallel.ts';
import type { Drawers } from './drawing/drawers.ts';

/** Written as one change. */
const atOnce = 16;
/** As many as the cores of a usual device have use for; each holds a whole picture. */
const drawnAtOnce = 3;

/** What draws: 3D objects the page, pictures workers of their own. */
export interface SmallTools {
  drawSolid: DrawSolid;
  drawers: Pick<Drawers, 'small'>;
}

async function smallOf(
  blob: Blob,
  { drawSolid, drawers }: SmallTools,
): Promise<FetchedThumbnail['picture']> {
  try {
    if (blob.type.startsWith('video/')) {
      const { posterOf } = await import('./tracks.ts');
      return await posterOf(blob);
    }
    if (blob.type.startsWith('model/')) {
      return await drawSolid(blob, blob.type);
    }
    return await drawers.small(blob);
  } catch {
    // It was opened before it was taken in. A browser that has no memory for it now may have some next time; walls show
    // the sign of its kind until then.
    return null;
  }
}

/**
 * Small pictures of all imported works that have none yet, the newest first. Made after the works are safe, because
 * they cost more time than everything else, and can be made again from what is here.
 * @param onProgress how many of how many
 * @returns how many were made
 */
export async function makeSmallPictures(
  owner: UserKey,
  tools: SmallTools,
  onProgress: (done: number, of: number) => void,
): Promise<number> {
  const works = (await listWithoutSmallPicture(owner)).toReversed();
  let made = 0;
  for (let at = 0; at < works.length; at += atOnce) {
    const pictures = await inParallel(
      works.slice(at, at + atOnce),
      drawnAtOnce,
      async ({ id }): Promise<FetchedThumbnail> => {
        const original = await getOriginal(id);
        return { id, picture: original ? await smallOf(original.blob, tools) : null };
      },
    );
    const found = pictures.filter(({ picture }) => picture !== null);
    await saveThumbnails(found);
    made += found.length;
    onProgress(Math.min(at + atOnce, works.length), works.length);
  }
  return made;
}
