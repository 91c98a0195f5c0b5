import { getMedia, getOriginal } from '../db/media/media.ts';
import type { MediaRow, ThumbnailRow } from '../db/schema.ts';
import { getThumbnail } from '../db/media/thumbnails.ts';
import type { MediaId, WorkId } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/** A file that is kept here: undefined until read, null when it is not (or no id is given). */
export function useMedia(id: MediaId | null): MediaRow | null | undefined {
  return useKeyedQuery(id, async () => (id && (await getMedia(id))) ?? null);
}

/** A work's full-size file, as far as it is on this device. */
export function useOriginal(id: WorkId | null): MediaRow | null | undefined {
  return useKeyedQuery(id, async () => (id && (await getOriginal(id))) ?? null);
}

/** A work's small picture. */
export function useThumbnail(id: WorkId | null): ThumbnailRow | null | undefined {
  return useKeyedQuery(id, async () => (id && (await getThumbnail(id))) ?? null);
}
