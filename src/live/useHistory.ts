import { useMemo, useSyncExternalStore } from 'react';
import { historyPages, type HistorySnapshot, type HistoryWindow } from './history-pages.ts';

/** The history of works as far as one has scrolled, and the way to read on. */
export function useHistory({
  owner,
  order,
  jobType,
  marked,
}: HistoryWindow): HistorySnapshot & { loadMore: () => void } {
  const pages = useMemo(
    () => historyPages({ owner, order, jobType, marked }),
    [owner, order, jobType, marked],
  );
  const snapshot = useSyncExternalStore(pages.subscribe, pages.getSnapshot);
  return { ...snapshot, loadMore: pages.loadMore };
}
