import { createFileRoute } from '@tanstack/react-router';
import { useGalleryNeighbours } from '../features/gallery/useGalleryNeighbours.ts';
import { parseWorkRouteId, workRouteId } from '../domain/ids.ts';
import { useShellHold } from '../features/playground/shell/useShellHold.ts';
import { filterOf, readListSearch } from '../features/history/history-search.ts';
import { lazyWithWords } from '../words/lazy-words.ts';
import { WorkPage } from '../features/work/WorkPage.tsx';

const PublicWays = lazyWithWords(
  async () => (await import('../features/gallery/PublicWays.tsx')).PublicWays,
);

export const Route = createFileRoute('/work/$id')({
  validateSearch: readListSearch,
  component: Work,
});

function ShellHold() {
  useShellHold(true);
  return null;
}

/** A work by itself; the address says which list one came from, and so what comes before and after it. */
function Work() {
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const neighbours = useGalleryNeighbours(parseWorkRouteId(id));
  return (
    <WorkPage
      id={id}
      PublicWays={PublicWays}
      neighbours={neighbours}
      from={{ filter: filterOf(search), words: search.q ?? '' }}
      onGo={(other) =>
        void navigate({
          to: '/work/$id',
          params: { id: workRouteId(other) },
          search,
          replace: true,
          resetScroll: false,
        })
      }
      onLeave={() => void navigate({ to: '/history', search })}
      Hold={ShellHold}
    />
  );
}
