import { useLiveQuery } from 'dexie-react-hooks';
import { getBalance } from '../db/caches.ts';
import type { Balance } from '../db/schema.ts';

/** The last known balance of who is signed in, and when it was heard; null while unknown. */
export function useBalance(): { value: Balance; fetchedAtMs: number } | null {
  return useLiveQuery(async () => (await getBalance()) ?? null, []) ?? null;
}
