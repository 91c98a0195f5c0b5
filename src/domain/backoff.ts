export interface BackoffPolicy {
  readonly baseMs: number;
  readonly capMs: number;
}

export const submitBackoff: BackoffPolicy = { baseMs: 1_000, capMs: 5 * 60_000 };
/** Of a service worker whose first install failed. */
export const installBackoff: BackoffPolicy = { baseMs: 2_000, capMs: 60_000 };
export const reportsBackoff: BackoffPolicy = { baseMs: 2 * 60_000, capMs: 60 * 60_000 };

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

/** No answer holds a request back for longer: what it asks for may be a mistake, and nobody is there to correct it. */
const retryAfterMaxMs = 60 * 60_000;

/**
 * How long an answer asks to be left alone: delta-seconds or an HTTP date. A date is held against the time of the
 * answer itself where it says one, because the device's clock may be wrong by days.
 * @returns milliseconds to wait, an hour at most; null when it says nothing that can be read
 */
export function readRetryAfterMs(
  headers: { get(name: string): string | null },
  nowMs: number,
): number | null {
  const text = headers.get('Retry-After')?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Math.min(retryAfterMaxMs, Number(text) * 1_000);
  const dateMs = Date.parse(text);
  if (Number.isNaN(dateMs)) return null;
  const answeredAtMs = Date.parse(headers.get('Date') ?? '');
  const waitMs = dateMs - (Number.isNaN(answeredAtMs) ? nowMs : answeredAtMs);
  return Math.min(retryAfterMaxMs, Math.max(0, waitMs));
}
