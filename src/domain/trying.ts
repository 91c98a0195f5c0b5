import type { Intent } from './intent.ts';
import { tryingGapMaxMs } from './limits.ts';

type Tried = Pick<Intent, 'failingSinceMs' | 'tryingMs' | 'triedAtMs'>;

/**
 * How long something has been tried in vain, up to a failure now. A device that slept over the weekend has not tried
 * meanwhile, and a clock that was set forward says nothing: of the time between two failures no more counts than
 * a queue at work would let pass.
 */
export function timeTriedMs(row: Tried, nowMs: number): number {
  if (row.failingSinceMs === null) return 0;
  const gapMs = nowMs - (row.triedAtMs ?? row.failingSinceMs);
  return (row.tryingMs ?? 0) + Math.min(tryingGapMaxMs, Math.max(0, gapMs));
}

/** Notes a failure: the first starts the count. */
export function noteTried(row: Tried, nowMs: number): void {
  row.tryingMs = timeTriedMs(row, nowMs);
  row.failingSinceMs ??= nowMs;
  row.triedAtMs = nowMs;
}
