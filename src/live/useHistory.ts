import { useState, useSyncExternalStore } from 'react';
import {
  historyKey,
  historyPages,
  type HistorySnapshot,
  type HistoryWindow,
} from './history-pages.ts';

const nobodyListens = () => () => {};

/**
 * The history of works as far as one has scrolled, and the way to read on.
 * @param isShown false where something else is, and nothing is to be read
 */
export function useHistory(
  window: HistoryWindow,
  isShown = true,
): HistorySnapshot & { loadMore: () => void } {
  const key = historyKey(window);
  const [held, setHeld] = useState(() => ({ key, pages: historyPages(window) }));
  const { pages } = held.key === key ? held : { pages: historyPages(window) };
  if (held.key !== key) setHeld({ key, pages });
  const snapshot = useSyncExternalStore(
    isShown ? pages.subscribe : nobodyListens,
    pages.getSnapshot,
  );
  return { ...snapshot, loadMore: pages.loadMore };
}
