import type { ShareRow } from '../db/schema.ts';
import { listShares } from '../db/shares.ts';
import type { UserKey } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/** What other apps shared with a person and waits to be used; undefined until read. */
export function useShares(owner: UserKey): ShareRow[] | undefined {
  return useKeyedQuery(owner, listShares);
}
