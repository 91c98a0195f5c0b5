import { useState } from 'react';
import { arrangementOf, searchOf, type Arrangement, type VideoSearch } from './arrangement.ts';

/** Addresses that were written here are remembered, so that they are told from those that lead here. */
const rememberedMax = 60;

const keyOf = (search: VideoSearch) => JSON.stringify(search);

/**
 * The arrangement that the address says. What is changed holds at once, before the address has followed: keys come
 * faster.
 */
export function useArrangement(
  search: VideoSearch,
  onSearch: (search: VideoSearch) => void,
): [Arrangement, (next: Arrangement) => void] {
  const [own, setOwn] = useState<{ ahead: VideoSearch; written: readonly string[] } | null>(null);
  const isOwn = own !== null && own.written.includes(keyOf(search));

  function write(next: Arrangement) {
    const ahead = searchOf(next);
    const before = isOwn ? own.written : [keyOf(search)];
    setOwn({ ahead, written: [...before, keyOf(ahead)].slice(-rememberedMax) });
    onSearch(ahead);
  }

  return [arrangementOf(isOwn ? own.ahead : search), write];
}
