import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useSyncExternalStore } from 'react';
import { getModels } from '../../db/caches.ts';
import { countUnseenEnds } from '../../db/ends.ts';
import { listOpenIntents } from '../../db/intents.ts';
import { getSession } from '../../db/session.ts';
import { getSetting } from '../../db/settings.ts';
import { countThumbnailsWanted } from '../../db/sync.ts';
import type { MarkFilter } from '../../db/work-entries.ts';
import { countWorks } from '../../db/works.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { toolsOf } from '../../domain/model.ts';
import { historyPages } from './history-pages.ts';

/** Undefined for a moment; null when nobody is signed in. */
export function useOwner(): UserKey | null | undefined {
  return useLiveQuery(async () => (await getSession())?.userKey ?? null);
}

export function useHistoryOrder(): 'newest' | 'oldest' | undefined {
  return useLiveQuery(() => getSetting('historyOrder'));
}

export function useHistory(
  owner: UserKey,
  order: 'newest' | 'oldest',
  jobType: GeneratorType | null,
  marked: MarkFilter,
) {
  const pages = useMemo(
    () => historyPages({ owner, order, jobType, marked }),
    [owner, order, jobType, marked],
  );
  const snapshot = useSyncExternalStore(pages.subscribe, pages.getSnapshot);
  return { ...snapshot, loadMore: pages.loadMore };
}

/** Requests that will become works, in the order in which they will. */
export function useOpenRequests(
  owner: UserKey,
  jobType: GeneratorType | null,
): GenerateIntent[] | undefined {
  return useLiveQuery(async () => {
    const open = await listOpenIntents(owner);
    return open.filter(
      (intent): intent is GenerateIntent =>
        intent.kind === 'generate' &&
        intent.cancelRequestedAtMs === null &&
        (jobType === null || intent.payload.jobType === jobType),
    );
  }, [owner, jobType]);
}

export function useWorkCount(owner: UserKey): number | null {
  return useLiveQuery(() => countWorks(owner), [owner]) ?? null;
}

/** Small pictures of other devices' works that are still to come. */
export function usePreviewsComing(owner: UserKey): number {
  return useLiveQuery(() => countThumbnailsWanted(owner), [owner]) ?? 0;
}

/** Tools that this installation has, for the filter. */
export function useTools(): GeneratorType[] {
  return useLiveQuery(async () => toolsOf((await getModels()) ?? [])) ?? [];
}

/** How many ends nobody has looked at; 0 until known. */
export function useUnseenCount(): number {
  return useLiveQuery(countUnseenEnds) ?? 0;
}
