import { getBalance } from '../db/caches.ts';
import type { Balance } from '../db/schema.ts';
import { sharedQuery } from './shared-query.ts';
import { useSharedQuery } from './useSharedQuery.ts';

const balance = sharedQuery(async () => (await getBalance()) ?? null);

/** The last known balance of who is signed in, and when it was heard; null while unknown. */
export function useBalance(): { value: Balance; fetchedAtMs: number } | null {
  return useSharedQuery(balance) ?? null;
}
