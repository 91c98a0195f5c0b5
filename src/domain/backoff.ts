export interface BackoffPolicy {
  readonly baseMs: number;
  readonly capMs: number;
}

export const submitBackoff: BackoffPolicy = { baseMs: 1_000, capMs: 5 * 60_000 };

/**
 * Exponential back-off with full jitter: anywhere between a short floor and base × 2^attempts, capped.
 * `Retry-After` wins when it asks for more.
 * @param attempts failed attempts so far, from 1
 * @param random a number in [0, 1)
 * @param retryAfterMs what the server asked for, if it did
 */
export function backoffDelayMs(
  policy: BackoffPolicy,
  attempts: number,
  random: number,
  retryAfterMs: number | null = null,
): number {
  const ceiling = Math.min(policy.capMs, policy.baseMs * 2 ** Math.max(0, attempts - 1));
  const floorMs = Math.min(250, ceiling);
  const delay = floorMs + Math.floor(random * (ceiling - floorMs));
  return Math.max(delay, retryAfterMs ?? 0);
}

/**
 * Reads a Retry-After header: delta-seconds or an HTTP date.
 * @returns milliseconds to wait, or null when absent or unreadable
 */
export function parseRetryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}
