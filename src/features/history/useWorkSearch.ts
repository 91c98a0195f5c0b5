import { useEffect, useEffectEvent, useState } from 'react';
import { holdSearch, searchWorks } from '../../../workers/search/client.ts';
import type { SearchAnswer, SearchRequest } from '../../../workers/search/contract.ts';
import { filterKey } from '../../domain/history-filter.ts';
import type { HistorySnapshot } from '../../live/history-pages.ts';

/** More than anybody scrolls through before they write another word. */
const entriesAtOnce = 300;

const nothing: SearchAnswer = { entries: [], total: 0 };

interface Found {
  key: string;
  answer: SearchAnswer;
  failed: boolean;
}

/**
 * Works by the words of their prompts, alive, and the way to read on. The answer before stays on the screen until the
 * next is there.
 * @param request null where nobody searches
 * @param atLeast so many from the beginning are needed
 */
export function useWorkSearch(
  request: SearchRequest | null,
  atLeast = 0,
): HistorySnapshot & { total: number; loadMore: () => void } {
  const key = request
    ? JSON.stringify([request.owner, request.order, request.words, filterKey(request.filter)])
    : null;
  const [found, setFound] = useState<Found | null>(null);
  const [reach, setReach] = useState({ key, limit: entriesAtOnce });
  const limit = Math.max(atLeast, reach.key === key ? reach.limit : entriesAtOnce);
  const isSearching = key !== null;
  // The next search begins with nothing, not with what the last one found.
  if (!isSearching && found !== null) setFound(null);

  const ask = useEffectEvent(() => {
    if (request === null || key === null) return;
    searchWorks(request, limit).then(
      (answer) => setFound((before) => ({ ...before, key, answer, failed: false })),
      () => setFound({ key, answer: nothing, failed: true }),
    );
  });
  useEffect(() => {
    if (!isSearching) return;
    return holdSearch(() => ask());
  }, [isSearching]);
  useEffect(() => {
    if (key !== null) ask();
  }, [key, limit]);

  const { answer = nothing, failed = false } = found ?? {};
  return {
    state: failed ? 'failed' : found === null ? 'loading' : 'ready',
    entries: answer.entries,
    total: answer.total,
    isComplete: answer.entries.length >= answer.total,
    loadMore: () => {
      if (answer.entries.length >= limit && answer.entries.length < answer.total)
        setReach({ key, limit: limit + entriesAtOnce });
    },
  };
}
