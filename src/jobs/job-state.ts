import type { z } from 'zod';
import type { checkAnswer } from '../api/contract/generate.ts';
import { stopWith } from '../db/intent-steps.ts';
import { appendLog, enterStage } from '../db/intent-rows.ts';
import { isErrorCode } from '../domain/errors.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { progressPercent } from '../domain/progress.ts';

export type JobReport = Pick<
  z.infer<typeof checkAnswer>,
  | 'state'
  | 'phase'
  | 'queue_position'
  | 'wait_time'
  | 'finished'
  | 'total'
  | 'preview'
  | 'elapsed_ms'
  | 'message'
  | 'code'
> & {
  /** The answer to a submission does not say. */
  is_possible?: boolean;
};

/**
 * Carries what the platform says about a job over to the row. Only rows that are with the platform change: a
 * late answer must not bring back what has moved on.
 * @returns whether the stage changed
 */
export function applyJobState(row: GenerateIntent, report: JobReport, nowMs: number): boolean {
  if (row.stage !== 'submitted' && row.stage !== 'running') return false;
  const before = row.stage;
  row.progress = {
    state: report.state,
    phase: report.phase,
    queuePosition: report.queue_position,
    waitSeconds: report.wait_time,
    percent: progressPercent(
      report.wait_time,
      report.elapsed_ms / 1_000,
      row.progress?.percent ?? 0,
    ),
    finished: report.finished,
    total: report.total,
    ...(report.is_possible === false && { isPossible: false }),
    preview: report.preview,
    checkedAtMs: nowMs,
  };
  // One answer ends a row of failed polls.
  row.attempts = 0;
  row.error = null;
  row.failingSinceMs = null;
  switch (report.state) {
    case 'Pending':
      break;
    case 'Processing':
    case 'Restarted':
      if (row.stage === 'submitted') {
        row.stage = 'running';
        appendLog(row, nowMs, 'stage-changed', 'running');
      }
      break;
    case 'Finished':
      if (row.cancelRequestedAtMs !== null) appendLog(row, nowMs, 'cancel-too-late');
      row.cancelRequestedAtMs = null;
      enterStage(row, 'bringing-home', nowMs);
      break;
    case 'Failed':
      stopWith(
        row,
        'failed',
        {
          code: isErrorCode(report.code) ? report.code : 'engine-failed',
          httpStatus: null,
          detail: report.message,
        },
        nowMs,
      );
      break;
    case 'Cancelled':
      enterStage(row, 'cancelled', nowMs);
      break;
  }
  return row.stage !== before;
}
