import { useLiveQuery } from 'dexie-react-hooks';
import { getBalance } from '../../db/caches.ts';
import { listDailyClaims } from '../../db/intents.ts';
import type { Balance, Session } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { claimDay } from '../../domain/credits.ts';
import type { UserKey } from '../../domain/ids.ts';
import { claimState, type ClaimState } from './claim-state.ts';

/** Undefined for a moment, null when nobody is signed in. */
export function useSession(): Session | null | undefined {
  return useLiveQuery(getSession);
}

/** The last known balance of who is signed in; null while unknown. */
export function useBalance(): { value: Balance; fetchedAtMs: number } | null {
  return useLiveQuery(async () => (await getBalance()) ?? null) ?? null;
}

/** How today's claim stands; `unknown` until the device has heard of it once. */
export function useClaimState(owner: UserKey | null): ClaimState {
  const state = useLiveQuery(async (): Promise<ClaimState> => {
    if (!owner) return 'unknown';
    const today = claimDay(Date.now());
    const balance = (await getBalance()) ?? null;
    return claimState(balance, await listDailyClaims(owner), today);
  }, [owner]);
  return state ?? 'unknown';
}
