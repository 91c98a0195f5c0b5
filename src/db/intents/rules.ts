import type { ErrorCode } from '../../domain/errors.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { Intent, IntentStage } from '../../domain/intent.ts';
import { newId } from '../ids.ts';
import { appendLog, reopen } from './rows.ts';

/**
 * Refusals by which the platform said that it did not accept a submission. They are definite also after a
 * lost answer: had the first attempt been accepted, the repeat would have been given that answer.
 */
const refusals: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login-required',
  'consent-required',
  'forbidden',
  'invalid-input',
  'not-found',
  'conflict',
  'idempotency-mismatch',
  'nsfw-content',
  'nsfw-system',
  'not-enough-credits',
  'unsupported-media',
  'too-large',
  'quota-exceeded',
  'incompatible-version',
  'source-missing',
]);

/** Refusals that said nothing about the request: it goes on as the same one. */
const resumable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'login-required',
  'consent-required',
]);

export function isRefusal(code: ErrorCode): boolean {
  return refusals.has(code);
}

/** No host claims for longer; a lease that seems to last longer was given before the clock was set back. */
export const leaseMaxMs = 60_000;

/** Whether a live lease says that a host is working on the row right now. */
export function isLeased(intent: Pick<Intent, 'lease'>, nowMs: number): boolean {
  const untilMs = intent.lease?.untilMs ?? -Infinity;
  return untilMs > nowMs && untilMs <= nowMs + leaseMaxMs;
}

/** Whether the platform certainly knows nothing of it, so that dropping the row loses nothing. */
export function isUnsent(intent: Intent, nowMs: number): boolean {
  if (isLeased(intent, nowMs)) return false;
  switch (intent.kind) {
    case 'generate':
      if (intent.jobId !== null) return false;
      if (intent.submitAttemptedAtMs === null || intent.submitAttemptedAtMs === undefined)
        return true;
      return (
        intent.stage === 'needs-attention' && intent.error !== null && isRefusal(intent.error.code)
      );
    default:
      // A lease that ran out belongs to a host that died while working on the row. The platform may have
      // received the request before that.
      return intent.stage === 'saved' && intent.attempts === 0 && intent.lease === null;
  }
}

/** Where a row stands right after the person cancelled it. */
export function cancelledStage(intent: Intent, nowMs: number): IntentStage {
  if (isUnsent(intent, nowMs)) return 'cancelled';
  // A short call that is not being made right now is never repeated, so it ends on the device alone.
  if (intent.kind !== 'generate' && !isLeased(intent, nowMs)) return 'cancelled';
  if (intent.stage !== 'needs-attention') return intent.stage;
  // The platform may have accepted it, so the queue has to ask what became of it.
  return intent.kind === 'generate' && intent.jobId !== null ? 'running' : 'saved';
}

/** The row that a retry puts back into the queue; see `retryIntent`. */
export function retryPlan(intent: Intent, createdAtMs: number, nowMs: number): Intent {
  const next = structuredClone(intent);
  next.cancelRequestedAtMs = null;
  const answered =
    intent.stage === 'failed' ||
    intent.stage === 'cancelled' ||
    (intent.error !== null && isRefusal(intent.error.code) && !resumable.has(intent.error.code));
  if (next.kind === 'generate') {
    next.seen = false;
    if (answered) {
      next.jobId = null;
      next.submitAttemptedAtMs = null;
      next.submittedAtMs = null;
      next.progress = null;
      next.workIds = [];
      next.missingOutputs = 0;
      delete next.missingCode;
      delete next.lostOriginals;
      // The platform may have thrown the upload away since; it recognises the same bytes.
      for (const source of next.payload.sources) source.uploadedUrl = null;
    }
    reopen(next, next.jobId === null ? 'saved' : 'running', nowMs, 'retry-requested');
  } else {
    reopen(next, 'saved', nowMs, 'retry-requested');
  }
  if (answered) {
    next.id = newId(createdAtMs) as IntentId;
    next.createdAtMs = createdAtMs;
    next.order = createdAtMs;
    appendLog(next, nowMs, 'identity-renewed', `was ${intent.id}`);
  }
  return next;
}
