import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ArchivePage } from '../features/archive/ArchivePage.tsx';
import {
  filterOf,
  readHistorySearch,
  type HistorySearch,
} from '../features/history/history-search.ts';

export const Route = createFileRoute('/archive')({
  // What the history showed: a link from there means the same works.
  validateSearch: (search: Record<string, unknown>): HistorySearch => ({
    ...readHistorySearch(search),
    work: undefined,
  }),
  component: Archive,
});

function Archive() {
  const search = Route.useSearch();
  const selected = useLocation({ select: ({ state }) => state.exportIds });
  return (
    <ArchivePage
      choice={{ selected: selected ?? [], filter: filterOf(search), words: search.q ?? '' }}
    />
  );
}
