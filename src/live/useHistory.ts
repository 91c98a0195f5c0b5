import { useState, useSyncExternalStore } from 'react';
import {
  historyKey,
  historyPages,
  type HistorySnapshot,
  type HistoryWindow,
} from './history-pages.ts';

/** The history of works as far as one has scrolled, and the way to read on. */
export function useHistory(window: HistoryWindow): HistorySnapshot & { loadMore: () => void } {
  const key = historyKey(window);
  const [held, setHeld] = useState(() => ({ key, pages: historyPages(window) }));
  const { pages } = held.key === key ? held : { pages: historyPages(window) };
  if (held.key !== key) setHeld({ key, pages });
  const snapshot = useSyncExternalStore(pages.subscribe, pages.getSnapshot);
  return { ...snapshot, loadMore: pages.loadMore };
}
