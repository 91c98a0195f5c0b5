import { useEffect, useEffectEvent, useState } from 'react';
import { holdSearch, searchWorkIds } from '../../../workers/search/client.ts';
import type { HistoryFilter } from '../../domain/history-filter.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { ViewedWork } from '../../live/useViewedWork.ts';
import { useSetting } from '../../live/useSetting.ts';

/** The list that a work was opened from. */
export interface ListSource {
  filter: HistoryFilter;
  /** Words that all have to be in a work's prompt; empty where nobody searches. */
  words: string;
}

/**
 * A work with its neighbours among what a search has found, where it was opened from one: none until the search has
 * answered, so that nobody turns to a work that it doesn't find. What no search finds keeps the neighbours that it has.
 */
export function useSearchNeighbours<Viewed extends ViewedWork | null | undefined>(
  viewed: Viewed,
  { filter, words }: ListSource,
): Viewed {
  const order = useSetting('historyOrder');
  const owner = viewed?.work.owner;
  const [found, setFound] = useState<readonly WorkId[]>();
  const isSearch = words.trim() !== '';
  const ask = useEffectEvent(() => {
    if (!isSearch || owner === undefined || order === undefined) return;
    searchWorkIds({ owner, order, filter, words }).then(setFound, () => setFound([]));
  });
  useEffect(() => {
    if (!isSearch) return;
    const release = holdSearch(() => ask());
    ask();
    return release;
  }, [isSearch, owner, order, words]);
  if (!isSearch || !viewed) return viewed;
  if (!found) return { ...viewed, previous: null, next: null };
  const at = found.indexOf(viewed.work.id);
  if (at === -1) return viewed;
  return { ...viewed, previous: found[at - 1] ?? null, next: found[at + 1] ?? null };
}
