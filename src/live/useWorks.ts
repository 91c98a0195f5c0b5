import { useLiveQuery } from 'dexie-react-hooks';
import type { ThumbnailRow, WorkRow } from '../db/schema.ts';
import { getThumbnail } from '../db/media/thumbnails.ts';
import { getWork, getWorks } from '../db/works/works.ts';
import type { WorkId } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/** Those of the works that are still there; undefined until read. */
export function useWorks(ids: readonly WorkId[]): WorkRow[] | undefined {
  const key = ids.join(' ');
  return useLiveQuery(() => getWorks(ids), [key]);
}

export interface WorkWithThumbnail {
  work: WorkRow | null;
  thumbnail: ThumbnailRow | null;
}

/** A work and its small picture in one read, so that a tile is drawn once; undefined until read. */
export function useWorkWithThumbnail(id: WorkId): WorkWithThumbnail | undefined {
  return useKeyedQuery(id, async () => {
    const [work, thumbnail] = await Promise.all([getWork(id), getThumbnail(id)]);
    return { work: work ?? null, thumbnail: thumbnail ?? null };
  });
}
