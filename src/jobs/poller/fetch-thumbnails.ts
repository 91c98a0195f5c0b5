import { downloadSmallPicture } from '../../api/files.ts';
import type { Session, WorkRow } from '../../db/schema.ts';
import { listThumbnailsWanted, saveThumbnails } from '../../db/works/sync.ts';
import type { FetchedThumbnail } from '../../db/works/sync.ts';
import { canDecodePictures, fitWithin, thumbnailMaxPixels } from '../../media/pictures.ts';
import { credentialsOf } from '../engine/types.ts';

/** A lot is one transaction; larger ones would keep a screen waiting, smaller ones wake every list too often. */
const lotSize = 24;
/** As many connections as a browser opens to one place. */
const atOnce = 6;

async function describe(blob: Blob, work: WorkRow): Promise<FetchedThumbnail['picture']> {
  if (!canDecodePictures()) {
    return { blob, ...fitWithin(work.width, work.height, thumbnailMaxPixels) };
  }
  try {
    const bitmap = await createImageBitmap(blob);
    const { width, height } = bitmap;
    bitmap.close();
    return { blob, width, height };
  } catch {
    // A damaged one is as good as none: the blur stays.
    return null;
  }
}

/**
 * Fetches the next lot of small pictures of works that were made elsewhere.
 * @returns whether there may be more
 * @throws KilnError; those that came before it are kept
 */
export async function fetchSmallPictures(session: Session, signal: AbortSignal): Promise<boolean> {
  const works = await listThumbnailsWanted(session.userKey, lotSize);
  const fetched: FetchedThumbnail[] = [];
  const waiting = works.values();
  let failure: { error: unknown } | null = null;

  async function fetchSome(): Promise<void> {
    for (const work of waiting) {
      if (failure) return;
      try {
        const blob = await downloadSmallPicture(work.remoteUrl, {
          width: thumbnailMaxPixels,
          session: credentialsOf(session),
          signal,
        });
        fetched.push({ id: work.id, picture: blob && (await describe(blob, work)) });
      } catch (error) {
        failure = { error };
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, fetchSome));
  await saveThumbnails(fetched);
  if (failure) throw (failure as { error: unknown }).error;
  return works.length === lotSize;
}
