import type { KilnError } from '../../domain/errors.ts';
import { isEndedStage } from '../../domain/intent.ts';
import type { Intent, IntentError, IntentStage } from '../../domain/intent.ts';
import { noteTried } from '../../domain/trying.ts';
import { appendLog } from './rows.ts';

/** What becomes of a row whose step failed. These change the row in hand; the caller writes it. */

/** Records that a step failed and when it is tried again. */
export function noteFailure(
  intent: Intent,
  error: KilnError,
  nowMs: number,
  nextAttemptAtMs: number,
): void {
  intent.attempts += 1;
  noteTried(intent, nowMs);
  intent.nextAttemptAtMs = nextAttemptAtMs;
  intent.error = {
    code: error.code,
    httpStatus: error.httpStatus,
    detail: error.detail,
    ...(error.reasons.length > 0 && { reasons: [...error.reasons] }),
    retryAfterMs: error.retryAfterMs,
    atMs: nowMs,
  };
  appendLog(intent, nowMs, 'attempt-failed', describe(error.code, error.httpStatus, error.detail));
}

/** Stops a row for good: it failed, or needs the person's attention. */
export function stopWith(
  intent: Intent,
  stage: Extract<IntentStage, 'failed' | 'needs-attention'>,
  error: Pick<IntentError, 'code' | 'httpStatus' | 'detail' | 'reasons'>,
  nowMs: number,
): void {
  intent.stage = stage;
  if (isEndedStage(stage)) intent.lease = null;
  intent.nextAttemptAtMs = 0;
  const { reasons = [], ...told } = error;
  intent.error = { ...told, ...(reasons.length > 0 && { reasons }), atMs: nowMs };
  appendLog(
    intent,
    nowMs,
    'stage-changed',
    `${stage}: ${describe(error.code, error.httpStatus, error.detail)}`,
  );
}

function describe(code: string, httpStatus: number | null, detail: string | null): string {
  return [code, httpStatus, detail?.slice(0, 300)].filter((part) => part !== null).join(' ');
}
