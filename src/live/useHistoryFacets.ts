import { listHistoryFacets, type HistoryFacets } from '../db/works/entries.ts';
import type { UserKey } from '../domain/ids.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** What a person's works can be told apart by; undefined until read. */
export function useHistoryFacets(owner: UserKey): HistoryFacets | undefined {
  return useThrottledQuery(['works'], () => listHistoryFacets(owner), [owner]);
}
