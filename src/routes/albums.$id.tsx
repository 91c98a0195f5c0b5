import { createFileRoute, useRouter } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { AlbumRow } from '../db/schema.ts';
import { queryOfAlbum } from '../domain/albums.ts';
import { isUuid, parseWorkRouteId, type AlbumId } from '../domain/ids.ts';
import { AlbumShelf } from '../features/albums/AlbumShelf.tsx';
import { MissingAlbum } from '../features/albums/MissingAlbum.tsx';
import { useAlbumScope } from '../features/albums/useAlbumScope.tsx';
import { HistoryPage } from '../features/history/HistoryPage.tsx';
import {
  readHistorySearch,
  searchOf,
  type HistorySearch,
} from '../features/history/history-search.ts';
import { RuleFields } from '../features/history/RuleFields.tsx';
import { useOpenedWork } from '../features/history/useOpenedWork.ts';
import { useWorkCommands } from '../features/work/useWorkCommands.tsx';
import { useAlbum } from '../live/useAlbums.ts';
import { useOwner } from '../live/useSession.ts';

const WorkDialog = lazy(() =>
  import('../features/work/WorkDialog.tsx').then((module) => ({ default: module.WorkDialog })),
);

/** The work that is open over the album, and the page where albums are paged; as the history has them. */
function readSearch(given: Record<string, unknown>): Pick<HistorySearch, 'page' | 'work'> {
  const { page, work } = readHistorySearch(given);
  return { page, work };
}

export const Route = createFileRoute('/albums/$id')({
  validateSearch: readSearch,
  component: Album,
});

function Album() {
  const { id } = Route.useParams();
  const owner = useOwner();
  const album = useAlbum(owner ?? null, isUuid(id) ? (id as AlbumId) : null);
  if (owner === undefined || album === undefined) return null;
  return album === null ? <MissingAlbum /> : <Shown key={album.id} album={album} />;
}

/** The history's own wall with the works of one album, and over it the work that was opened from it. */
function Shown({ album }: { album: AlbumRow }) {
  'use memo';
  const { page, work } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const commands = useWorkCommands();
  const scope = useAlbumScope(album, {
    Fields: RuleFields,
    onGone: () => void router.navigate({ to: '/albums', replace: true }),
  });
  const { filter, words } = queryOfAlbum(album);
  const opened = work ? parseWorkRouteId(work) : null;
  const { show, close } = useOpenedWork(searchOf(filter, words));

  return (
    <>
      <HistoryPage
        commands={{
          ...commands,
          menu: (row) => [...scope.workActions(row), ...commands.menu(row)],
        }}
        filter={filter}
        words={words}
        scope={scope}
        page={page}
        onPage={(next) =>
          void navigate({
            search: (before) => ({ ...before, page: next > 1 ? next : undefined }),
          })
        }
        onLook={() => undefined}
      />
      {scope.dialog}
      <AlbumShelf />
      {opened && (
        <Suspense fallback={null}>
          <WorkDialog workId={opened} from={{ filter, words }} onGo={show} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
