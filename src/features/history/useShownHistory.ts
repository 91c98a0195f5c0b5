import type { HistoryLayout } from '../../domain/history-layout.ts';
import { pageSizeOf } from '../../domain/history-layout.ts';
import type { WorkEntry } from '../../domain/work-entry.ts';
import type { HistorySnapshot, HistoryWindow } from '../../live/history-pages.ts';
import { useHistory } from '../../live/useHistory.ts';
import { useHistoryPage } from '../../live/useHistoryPage.ts';
import { useWorkSearch } from './useWorkSearch.ts';

const none: readonly WorkEntry[] = [];

/** How somebody looks at the history. */
export interface HistoryView {
  layout: HistoryLayout;
  paged: boolean;
  /** From 1 on; where it is paged. */
  page: number;
}

export interface ShownHistory {
  state: HistorySnapshot['state'];
  entries: readonly WorkEntry[];
  /** How many were found; null where nobody searches, and until it is known. */
  found: number | null;
  /** Null where the history goes on for as long as one scrolls. */
  pages: { page: number; count: number } | null;
  loadMore: () => void;
}

/** What the history shows: all of it or what was found, as far as one has scrolled or one page. */
export function useShownHistory(
  window: HistoryWindow,
  words: string,
  { layout, paged, page }: HistoryView,
): ShownHistory {
  const isSearching = words.trim() !== '';
  const size = pageSizeOf(layout);
  const endless = useHistory(window, !isSearching && !paged);
  const one = useHistoryPage(!isSearching && paged ? window : null, page, size);
  const search = useWorkSearch(isSearching ? { ...window, words } : null, paged ? page * size : 0);
  const pagesOf = (total: number) => {
    const count = Math.max(1, Math.ceil(total / size));
    return paged ? { page: Math.min(page, count), count } : null;
  };
  if (isSearching) {
    const pages = pagesOf(search.total);
    const from = pages ? (pages.page - 1) * size : 0;
    return {
      state: search.state,
      entries: pages ? search.entries.slice(from, from + size) : search.entries,
      found: search.state === 'ready' ? search.total : null,
      pages,
      loadMore: search.loadMore,
    };
  }
  if (!paged) return { ...endless, found: null, pages: null };
  return {
    state: one ? 'ready' : 'loading',
    entries: one?.entries ?? none,
    found: null,
    pages: pagesOf(one?.total ?? 0),
    loadMore: () => {},
  };
}
