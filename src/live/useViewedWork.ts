import type { WorkRow } from '../db/schema.ts';
import { getSession } from '../db/account/session.ts';
import { getSetting } from '../db/settings.ts';
import { getNeighbours, getWork } from '../db/works/works.ts';
import type { WorkId } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

export interface ViewedWork {
  work: WorkRow;
  previous: WorkId | null;
  next: WorkId | null;
}

/** Undefined until read; null when it is not here, or belongs to someone who is not signed in. */
export function useViewedWork(id: WorkId | null): ViewedWork | null | undefined {
  return useKeyedQuery(id, async () => {
    if (!id) return null;
    const [work, session, order] = await Promise.all([
      getWork(id),
      getSession(),
      getSetting('historyOrder'),
    ]);
    if (!work || work.owner !== session?.userKey) return null;
    const { previous, next } = await getNeighbours(work, order);
    return { work, previous: previous?.id ?? null, next: next?.id ?? null };
  });
}
