import { listWorkIds, toEntry } from '../db/works/entries.ts';
import { getWorks } from '../db/works/works.ts';
import type { WorkEntry } from '../domain/work-entry.ts';
import { historyKey, type HistoryWindow } from './history-pages.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

export interface HistoryPageOf {
  entries: readonly WorkEntry[];
  /** Works on all pages together. */
  total: number;
}

/**
 * One page of the history, alive: ids from indexes, rows of this page alone. A page behind the last one is the last one.
 * @param window null where the history is not paged
 * @param page from 1 on
 * @returns undefined until read
 */
export function useHistoryPage(
  window: HistoryWindow | null,
  page: number,
  size: number,
): HistoryPageOf | undefined {
  const key = window && `${historyKey(window)} ${page} ${size}`;
  const found = useThrottledQuery(
    ['works'],
    async () => {
      if (window === null) return { key, entries: [], total: 0 };
      const ids = await listWorkIds(window.owner, window.filter, window.order);
      const shown = Math.min(page, Math.max(1, Math.ceil(ids.length / size)));
      const works = await getWorks(ids.slice((shown - 1) * size, shown * size));
      return { key, entries: works.map(toEntry), total: ids.length };
    },
    [key],
  );
  return found?.key === key ? found : undefined;
}
