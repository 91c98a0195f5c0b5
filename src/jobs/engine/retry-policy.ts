import { backoffDelayMs, submitBackoff } from '../../domain/backoff.ts';
import { isHopeless, KilnError } from '../../domain/errors.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { Intent } from '../../domain/intent.ts';
import { askAfterMs } from '../../domain/limits.ts';
import { timeTriedMs } from '../../domain/trying.ts';

/** How far a failure reaches: this row, the calls of its lane, or everything until the network is back. */
export type FailureScope = 'item' | 'lane' | 'network';

export type RetryDecision =
  | { kind: 'retry'; scope: FailureScope; nextAttemptAtMs: number }
  | { kind: 'stop'; stage: 'failed' | 'needs-attention' };

/** Failures of these codes are tried this often, and never just once, before they count as final. */
const confirmations: Partial<Record<ErrorCode, number>> = {
  'result-damaged': 4,
  'result-gone': 3,
  'upload-damaged': 3,
};

/**
 * A gateway's answers say as much about the network as a dropped connection does. A server that asks for a
 * pause means every call, not only this one.
 */
export function failureScope(
  error: Pick<KilnError, 'code' | 'httpStatus'> & { retryAfterMs?: number | null },
): FailureScope {
  switch (error.code) {
    case 'network':
    case 'timeout':
    case 'bad-answer':
    case 'unknown-host':
      return 'network';
    case 'too-many-requests':
    case 'platform-full':
    case 'busy':
      return 'lane';
    case 'server-error':
      if (error.httpStatus === 503 && error.retryAfterMs) return 'lane';
      return error.httpStatus === 502 || error.httpStatus === 504 ? 'network' : 'item';
    default:
      return error.httpStatus === 502 || error.httpStatus === 504 ? 'network' : 'item';
  }
}

/** Any thrown value as a typed error; what is not typed is a bug of ours, tried again like a bad connection. */
export function toKilnError(error: unknown): KilnError {
  if (error instanceof KilnError) return error;
  const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new KilnError('unknown', { retryable: true, detail, cause: error });
}

/**
 * What follows a failed step. Permanent errors stop at once; transient ones are repeated with back-off and,
 * after `askAfterMs`, ask the person instead of giving up silently.
 * @param random a number in [0, 1)
 */
export function decideRetry(
  error: KilnError,
  intent: Pick<Intent, 'attempts' | 'failingSinceMs' | 'tryingMs' | 'triedAtMs' | 'error'>,
  nowMs: number,
  random: number,
): RetryDecision {
  if (!error.retryable) {
    // An engine that failed has ended the job; the person may have it made anew, which can turn out well.
    const isOver = isHopeless(error.code) || error.code === 'engine-failed';
    return { kind: 'stop', stage: isOver ? 'failed' : 'needs-attention' };
  }
  const attempts = intent.attempts + 1;
  const needed = confirmations[error.code];
  // Attempts that failed for another reason before, e.g. on a bad line, say nothing about this one.
  const isConfirmed = intent.error?.code === error.code;
  if (needed !== undefined && attempts >= needed && isConfirmed) {
    return { kind: 'stop', stage: 'needs-attention' };
  }
  if (timeTriedMs(intent, nowMs) >= askAfterMs) {
    return { kind: 'stop', stage: 'needs-attention' };
  }
  const delayMs = backoffDelayMs(submitBackoff, attempts, random, error.retryAfterMs);
  return { kind: 'retry', scope: failureScope(error), nextAttemptAtMs: nowMs + delayMs };
}
