import { useLiveQuery } from 'dexie-react-hooks';
import { getBalance } from '../../db/caches.ts';
import { db } from '../../db/database.ts';
import type { Balance, Session } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { claimDay } from '../../domain/credits.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { Intent } from '../../domain/intent.ts';
import { claimState, type ClaimState } from './claim-state.ts';

/** Undefined for a moment, null when nobody is signed in. */
export function useSession(): Session | null | undefined {
  return useLiveQuery(getSession);
}

/** The last known balance of who is signed in; null while unknown. */
export function useBalance(): { value: Balance; fetchedAtMs: number } | null {
  return useLiveQuery(async () => (await getBalance()) ?? null) ?? null;
}

/** Requests of a day, found by their time: a claim is asked for on the day it counts for. */
async function requestsOfDay(owner: UserKey, day: string): Promise<Intent[]> {
  const startMs = Date.parse(`${day}T00:00:00+08:00`);
  return db.intents
    .where('[owner+createdAtMs]')
    .between([owner, startMs], [owner, Infinity])
    .toArray();
}

/** How today's claim stands; `unknown` until the device has heard of it once. */
export function useClaimState(owner: UserKey | null): ClaimState {
  const state = useLiveQuery(async (): Promise<ClaimState> => {
    if (!owner) return 'unknown';
    const today = claimDay(Date.now());
    const balance = (await getBalance()) ?? null;
    // Once the platform has said it, the day's requests need not be read again with every progress.
    const heard = claimState(balance, [], today);
    return heard === 'claimed'
      ? heard
      : claimState(balance, await requestsOfDay(owner, today), today);
  }, [owner]);
  return state ?? 'unknown';
}
