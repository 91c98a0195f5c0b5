import { useLiveQuery } from './useLiveQuery.ts';
import { listDailyClaims } from '../db/intents/lists.ts';
import type { ClaimDailyIntent } from '../domain/intent.ts';
import type { UserKey } from '../domain/ids.ts';

/** This device's claims of daily credits; undefined until read. */
export function useDailyClaims(owner: UserKey | null): ClaimDailyIntent[] | undefined {
  return useLiveQuery(async () => (owner ? listDailyClaims(owner) : []), [owner]);
}
