import { useLiveQuery } from './useLiveQuery.ts';
import { countThumbnailsWanted } from '../db/works/sync.ts';
import { countWorks } from '../db/works/works.ts';
import type { UserKey } from '../domain/ids.ts';

/** Undefined until read. */
export function useWorkCount(owner: UserKey): number | undefined {
  return useLiveQuery(async () => countWorks(owner), [owner]);
}

/** Small pictures of other devices' works that are still to come; undefined until read. */
export function usePreviewsComing(owner: UserKey): number | undefined {
  return useLiveQuery(async () => countThumbnailsWanted(owner), [owner]);
}
