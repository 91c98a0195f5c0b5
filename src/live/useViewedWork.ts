import type { WorkRow } from '../db/schema.ts';
import { getSession, ownerOf } from '../db/account/session.ts';
import { getSetting } from '../db/settings.ts';
import { getNeighbours } from '../db/works/entries.ts';
import { getWork } from '../db/works/works.ts';
import { filterKey, noFilter, type HistoryFilter } from '../domain/history-filter.ts';
import type { WorkId } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

export interface ViewedWork {
  work: WorkRow;
  previous: WorkId | null;
  next: WorkId | null;
}

/**
 * Undefined until read; null when it is not here, or belongs to someone who is not signed in.
 * @param filter of the list that one came from, which its neighbours follow
 */
export function useViewedWork(
  id: WorkId | null,
  filter: HistoryFilter = noFilter,
): ViewedWork | null | undefined {
  return useKeyedQuery(id && `${id} ${filterKey(filter)}`, async () => {
    if (!id) return null;
    const [work, session, order] = await Promise.all([
      getWork(id),
      getSession(),
      getSetting('historyOrder'),
    ]);
    if (!work || work.owner !== ownerOf(session)) return null;
    return { work, ...(await getNeighbours(work, order, filter)) };
  });
}
