import { listModelPictures } from '../db/works/model-pictures.ts';
import type { UserKey, WorkId } from '../domain/ids.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** What a person has made with each model; undefined until read. */
export function useModelPictures(owner: UserKey): ReadonlyMap<string, WorkId[]> | undefined {
  return useThrottledQuery(['works'], () => listModelPictures(owner), [owner]);
}
