import { useEffect, useEffectEvent, useState } from 'react';
import { holdSearch, searchWorkIds } from '../../../workers/search/client.ts';
import { noFilter, type HistoryFilter } from '../../domain/history-filter.ts';
import type { WorkId } from '../../domain/ids.ts';
import type { ViewedWork } from '../../live/useViewedWork.ts';
import type { WorkPosition } from '../../live/useWorkPosition.ts';
import { useSetting } from '../../live/useSetting.ts';

/** The list that a work was opened from. */
export interface ListSource {
  filter: HistoryFilter;
  /** Words that all have to be in a work's prompt; empty where nobody searches. */
  words: string;
}

export const wholeHistory: ListSource = { filter: noFilter, words: '' };

/** A search that failed (its worker could not be loaded, or died) is asked again after so long. */
const askAgainMs = 2_000;

/**
 * A work with its neighbours among what a search has found, where it was opened from one: none until the search has
 * answered, so that nobody turns to a work that it doesn't find. A work that it no longer finds keeps its place.
 */
export function useSearchNeighbours<
  Viewed extends (ViewedWork & { position: WorkPosition | null }) | null | undefined,
>(viewed: Viewed, { filter, words }: ListSource): Viewed {
  const order = useSetting('historyOrder');
  const owner = viewed?.work.owner;
  const [found, setFound] = useState<readonly WorkId[]>();
  const isSearch = words.trim() !== '';
  const id = viewed?.work.id;
  const take = useEffectEvent((answer: readonly WorkId[]) => {
    const isLost = id !== undefined && found?.includes(id) && !answer.includes(id);
    if (!isLost) setFound(answer);
  });
  const ask = useEffectEvent((onFailed: () => void) => {
    if (!isSearch || owner === undefined || order === undefined) return;
    searchWorkIds({ owner, order, filter, words }).then((answer) => take(answer), onFailed);
  });
  useEffect(() => {
    if (!isSearch) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const askUntilAnswered = () => {
      clearTimeout(timer);
      ask(() => {
        if (!isOver) timer = setTimeout(askUntilAnswered, askAgainMs);
      });
    };
    const release = holdSearch(askUntilAnswered);
    askUntilAnswered();
    return () => {
      isOver = true;
      clearTimeout(timer);
      release();
    };
  }, [isSearch, owner, order, words]);
  if (!isSearch || !viewed) return viewed;
  const at = found?.indexOf(viewed.work.id) ?? -1;
  if (!found || at === -1) return { ...viewed, previous: null, next: null, position: null };
  return {
    ...viewed,
    previous: found[at - 1] ?? null,
    next: found[at + 1] ?? null,
    position: { at: at + 1, of: found.length },
  };
}
