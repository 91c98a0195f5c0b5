import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { parseWorkRouteId } from '../domain/ids.ts';
import { HistoryPage } from '../features/history/HistoryPage.tsx';
import { filterOf, readHistorySearch, searchOf } from '../features/history/history-search.ts';
import { AlbumsLink } from '../features/albums/AlbumsLink.tsx';
import { AlbumShelf } from '../features/albums/AlbumShelf.tsx';
import { useOpenedWork } from '../features/history/useOpenedWork.ts';
import { useWorkCommands } from '../features/work/useWorkCommands.tsx';

const WorkDialog = lazy(() =>
  import('../features/work/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })),
);

export const Route = createFileRoute('/history')({
  validateSearch: readHistorySearch,
  component: History,
});

/** The history, and over it the work that was opened from it. The address bar shows the work's own address. */
function History() {
  'use memo';
  const search = Route.useSearch();
  const { q: words = '', work } = search;
  const navigate = Route.useNavigate();
  const commands = useWorkCommands();
  const opened = work ? parseWorkRouteId(work) : null;
  const { show, close } = useOpenedWork(searchOf(filterOf(search), words));

  return (
    <>
      <HistoryPage
        commands={commands}
        places={<AlbumsLink />}
        filter={filterOf(search)}
        words={words}
        page={search.page}
        onPage={(page) =>
          void navigate({
            search: (before) => ({ ...before, page: page > 1 ? page : undefined }),
          })
        }
        onLook={(filter, nextWords, keepsPage) =>
          void navigate({
            search: ({ page }) => ({
              ...searchOf(filter, nextWords),
              page: keepsPage ? page : undefined,
            }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <AlbumShelf />
      {opened && (
        <Suspense fallback={null}>
          <WorkDialog
            workId={opened}
            from={{ filter: filterOf(search), words }}
            onGo={show}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
