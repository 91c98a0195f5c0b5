import { remoteCacheTtlMs } from './limits.ts';

/**
 * When something shown was true, if that has to be said: it is older than it should be, and nobody can be
 * asked. Null when there is nothing to say.
 */
export function asOfMs(
  cached: { fetchedAtMs: number; stale?: boolean } | null | undefined,
  online: boolean,
  nowMs: number,
): number | null {
  if (!cached) return null;
  const isOld = nowMs - cached.fetchedAtMs >= remoteCacheTtlMs;
  return cached.stale || (!online && isOld) ? cached.fetchedAtMs : null;
}
