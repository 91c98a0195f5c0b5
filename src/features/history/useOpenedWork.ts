import { useNavigate, useRouter } from '@tanstack/react-router';
import { workRouteId, type WorkId } from '../../domain/ids.ts';
import type { ListSearch } from './history-search.ts';

/**
 * The work that is open over a list of works: turns to another, and closes it. The address bar shows the work's own
 * address, which says which list it belongs to.
 */
export function useOpenedWork(list: ListSearch): { show: (id: WorkId) => void; close: () => void } {
  'use memo';
  const navigate = useNavigate();
  const { history } = useRouter();
  return {
    show(id) {
      const routeId = workRouteId(id);
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, work: routeId }),
        mask: { to: '/work/$id', params: { id: routeId }, search: list },
        replace: true,
        resetScroll: false,
      });
    },
    close() {
      if (history.canGoBack()) history.back();
      else
        void navigate({
          to: '.',
          search: (before: object) => ({ ...before, work: undefined }),
          replace: true,
          resetScroll: false,
        });
    },
  };
}
