import type * as z from 'zod/mini';
import type { checkAnswer } from '../../api/contract/check.ts';
import { stopWith } from '../../db/intents/outcomes.ts';
import { appendLog, enterStage } from '../../db/intents/rows.ts';
import { isErrorCode } from '../../domain/errors.ts';
import type { GenerateIntent, GenerateProgress } from '../../domain/intent.ts';
import { progressPercent, workPercent } from '../../domain/progress.ts';

export type JobReport = Pick<
  z.infer<typeof checkAnswer>,
  | 'state'
  | 'phase'
  | 'queue_position'
  | 'wait_time'
  | 'finished'
  | 'total'
  | 'fraction'
  | 'preview'
  | 'elapsed_ms'
  | 'message'
  | 'code'
  | 'reasons'
> & {
  /** The answer to a submission does not say. */
  is_possible?: boolean;
};

/** Whether its percentage has been on a screen: in line a place is shown instead. */
const wasShown = ({ state, phase }: GenerateProgress): boolean =>
  state !== 'Pending' && phase !== 'waiting';

/** What an engine tells of its work goes before what elapsed time and wait make likely. */
function percentOf(
  before: GenerateProgress | null,
  { fraction, wait_time, elapsed_ms }: JobReport,
): Pick<GenerateProgress, 'percent' | 'workFrom'> {
  const previous = before?.percent ?? 0;
  if (fraction === null) {
    return { percent: progressPercent(wait_time, elapsed_ms / 1_000, previous) };
  }
  const workFrom = before?.workFrom ?? (before && wasShown(before) ? previous : 0);
  const shown = before?.workFrom === undefined ? workFrom : previous;
  return { percent: workPercent(fraction, workFrom, shown), workFrom };
}

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
    ...percentOf(row.progress, report),
    finished: report.finished,
    total: report.total,
    ...(report.is_possible === false && { isPossible: false }),
    preview: report.preview,
    checkedAtMs: nowMs,
  };
  // The platform has answered, so earlier failed polls of this job no longer count.
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
          ...(report.reasons && { reasons: report.reasons }),
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
