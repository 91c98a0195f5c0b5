import { useLiveQuery } from './useLiveQuery.ts';
import { getStoredBytes } from '../db/caches.ts';
import type { StoredBytes } from '../db/schema.ts';

/** What the platform last said that it keeps for who is signed in, and when; null while unknown. */
export function useStoredBytes(): { value: StoredBytes; fetchedAtMs: number } | null {
  return useLiveQuery(async () => (await getStoredBytes()) ?? null, []) ?? null;
}
