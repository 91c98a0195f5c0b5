import { useMemo } from 'react';
import type { UserKey } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { useQueueRequests } from '../../live/useQueueRequests.ts';
import { belongsOnShelf, shelfOrder } from './shelf.ts';

/** The owner's requests in the order of the shelf; undefined until read. */
export function useShelf(owner: UserKey | null, online: boolean): Intent[] | undefined {
  const rows = useQueueRequests(owner);
  return useMemo(
    () => rows && shelfOrder(rows.filter((intent) => belongsOnShelf(intent, online))),
    [rows, online],
  );
}
