import { listIntents } from '../db/intents/lists.ts';
import { currentOwner } from '../db/account/session.ts';
import type { Intent } from '../domain/intent.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** The newest wishes of all kinds of who is here, newest first; undefined until read. */
export function useNewestRequests(limit: number): Intent[] | undefined {
  return useThrottledQuery(
    ['intents', 'settings'],
    async () => listIntents(await currentOwner(), { limit }),
    [limit],
  );
}
