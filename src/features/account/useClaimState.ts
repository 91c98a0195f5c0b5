import { claimDay } from '../../domain/credits.ts';
import type { UserKey } from '../../domain/ids.ts';
import { useBalance } from '../../live/useBalance.ts';
import { useDailyClaims } from '../../live/useDailyClaims.ts';
import { useSetting } from '../../live/useSetting.ts';
import { useNow } from '../../ui/useNow.ts';
import { claimState, type ClaimState } from './claim-state.ts';

/** How today's claim stands; `unknown` until the device has heard of it once. */
export function useClaimState(owner: UserKey | null): ClaimState {
  const balance = useBalance();
  const nowMs = useNow(60_000);
  const claims = useDailyClaims(owner);
  const timeZone = useSetting('timeZone');
  if (!owner || !claims || timeZone === undefined) return 'unknown';
  return claimState(balance, claims, claimDay(nowMs, timeZone), timeZone);
}
