import { useLiveQuery } from './useLiveQuery.ts';
import { getMedia } from '../db/media/media.ts';
import { getThumbnailOf } from '../db/media/thumbnails.ts';
import { workMediaId } from '../db/works/purge.ts';
import type { MediaId } from '../domain/ids.ts';
import type { Intent } from '../domain/intent.ts';

/** What stands for a request: its first result, else the picture it starts from, else nothing. */
function pictureOf(intent: Intent): { id: MediaId; isResult: boolean } | null {
  if (intent.kind !== 'generate') return null;
  const work = intent.workIds[0];
  if (work) return { id: workMediaId(work), isResult: true };
  const source = intent.payload.sources[0];
  return source ? { id: source.mediaId, isResult: false } : null;
}

/** The small picture that stands for a request; null where there is none, undefined until read. */
export function useRequestPicture(intent: Intent): Blob | null | undefined {
  const picture = pictureOf(intent);
  const id = picture?.id ?? null;
  const isResult = picture?.isResult ?? false;
  // The picture it starts from stays until the first result is read.
  return useLiveQuery(async () => {
    if (id === null) return null;
    const thumbnail = await getThumbnailOf(id);
    if (thumbnail) return thumbnail.blob;
    // Sources may have no thumbnail; a result without one is not worth its full bytes here.
    const media = isResult ? null : await getMedia(id);
    return media?.mediaType.startsWith('image/') ? media.blob : null;
  }, [id, isResult]);
}
