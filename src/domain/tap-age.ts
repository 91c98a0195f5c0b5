import { tapAgeMaxMs } from './limits.ts';

/**
 * How long ago a person tapped, in whole ms: what a call tells instead of a time, since clocks differ (docs/adr/0012).
 * A clock that was set back means now.
 */
export const tapAgeMs = (tappedAtMs: number, nowMs: number): number =>
  Math.min(tapAgeMaxMs, Math.max(0, Math.round(nowMs - tappedAtMs)));
