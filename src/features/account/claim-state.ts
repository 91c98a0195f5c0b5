import type { Balance } from '../../db/schema.ts';
import { claimDay } from '../../domain/credits.ts';
import { isOpenStage, type Intent } from '../../domain/intent.ts';

/** Spec 2, section 4: unclaimed, claim, claimed. `waiting`: asked for, not yet heard of. */
export type ClaimState = 'unknown' | 'unclaimed' | 'waiting' | 'claimed';

/**
 * How today's claim stands by everything this device knows.
 * @param today `claimDay` of now
 * @param timeZone where the day turns
 */
export function claimState(
  balance: { value: Balance; fetchedAtMs: number } | null,
  claims: readonly Intent[],
  today: string,
  timeZone: string,
): ClaimState {
  const ofToday = claims.filter(
    (claim) => claim.kind === 'claim-daily-credits' && claim.payload.day === today,
  );
  if (ofToday.some((claim) => claim.stage === 'done')) return 'claimed';
  if (ofToday.some((claim) => isOpenStage(claim.stage))) return 'waiting';
  if (!balance) return 'unknown';
  // What was heard yesterday says nothing about today.
  if (balance.value.claimedToday && claimDay(balance.fetchedAtMs, timeZone) === today)
    return 'claimed';
  return 'unclaimed';
}
