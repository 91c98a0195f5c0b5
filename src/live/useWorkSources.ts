import { useLiveQuery } from './useLiveQuery.ts';
import type { MediaId } from '../domain/ids.ts';
import type { WorkSource } from '../domain/work.ts';
import { getMedia } from '../db/media/media.ts';

/** The files that a work was made from, as far as they are on this device; undefined until read. */
export function useWorkSources(sources: readonly WorkSource[]): MediaId[] | undefined {
  const key = sources.map(({ mediaId }) => mediaId ?? '').join(' ');
  return useLiveQuery(async () => {
    const ids = sources.flatMap(({ mediaId }) => (mediaId ? [mediaId] : []));
    const rows = await Promise.all(ids.map((id) => getMedia(id)));
    return ids.filter((_id, index) => rows[index] !== undefined);
  }, [key]);
}
