import { getSetting } from '../db/settings.ts';
import { getPosition } from '../db/works/entries.ts';
import { getWork } from '../db/works/works.ts';
import { filterKey, type HistoryFilter } from '../domain/history-filter.ts';
import type { WorkId } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/** Where in a list a work stands. */
export interface WorkPosition {
  /** From 1. */
  at: number;
  of: number;
}

/** Null where the list does not show the work, undefined until it is read. @param id null where nobody asks */
export function useWorkPosition(
  id: WorkId | null,
  filter: HistoryFilter,
): WorkPosition | null | undefined {
  return useKeyedQuery(id && `${id} ${filterKey(filter)}`, async () => {
    const work = id && (await getWork(id));
    return work ? getPosition(work, await getSetting('historyOrder'), filter) : null;
  });
}
