import type * as z from 'zod/mini';

import type { generation, statusAnswer } from '../../src/api/contract/generate.ts';
import type { checkAnswer } from '../../src/api/contract/check.ts';
import { isTerminalJobState } from '../../src/domain/job.ts';
import type { Database } from '../database/connect.ts';
import type { Engine } from '../engines/contract/engine.ts';
import type { JobRow } from '../queue/job.ts';
import { toTenths } from '../queue/wait-estimate.ts';
import type { WaitTeller } from '../queue/wait-estimate.ts';
import { describeKeeping } from '../works/retention-rule.ts';
import { describeTextJob } from '../language/text-tasks.ts';
import type { TextJob } from '../language/text-jobs.ts';
import type { Describing } from '../works/describe.ts';
import { worksOfJob } from '../works/service.ts';

/** Spec 1, section 3, "Queue wait data", in the AI Horde's shape. */
export async function describeJob(
  job: JobRow,
  teller: WaitTeller,
  engine: Engine | null,
): Promise<z.infer<typeof checkAnswer>> {
  const { queuePosition, waitSeconds } = await teller.of(job);
  const isEnded = isTerminalJobState(job.state);
  const isRunning = job.state === 'Processing';
  const left = job.outputs - job.finishedOutputs;
  return {
    queue_position: queuePosition,
    wait_time: toTenths(waitSeconds),
    done: job.state === 'Finished' || job.state === 'Cancelled',
    faulted: job.state === 'Failed',
    state: job.state,
    phase: isRunning || isEnded ? job.phase : 'waiting',
    finished: job.finishedOutputs,
    total: job.outputs,
    processing: isRunning ? left : 0,
    restarted: job.state === 'Restarted' ? job.outputs : 0,
    waiting: job.state === 'Pending' ? job.outputs : 0,
    is_possible:
      isEnded ||
      (engine !== null &&
        engine.unavailableReason() === null &&
        (!isRunning || job.engineIsPossible)),
    fraction: isRunning && job.fraction > 0 ? job.fraction : null,
    preview: isRunning && job.previewNumber > 0 ? job.previewNumber : null,
    cost: job.cost,
    elapsed_ms: Math.max(0, (job.finishedAt?.getTime() ?? Date.now()) - job.createdAt.getTime()),
    message: job.errorMessage,
    code: job.errorCode,
    ...(job.errorReasons && { reasons: job.errorReasons }),
  };
}

const textStates = {
  running: 'Processing',
  done: 'Finished',
  faulted: 'Failed',
  cancelled: 'Cancelled',
} as const;

/** A text job as any other: one output, which costs nothing. */
export function describeText(
  job: TextJob,
): z.infer<typeof statusAnswer> & z.infer<typeof checkAnswer> {
  const { cancelled: _, ...answer } = describeTextJob(job);
  const isDone = job.state === 'done';
  return {
    ...answer,
    state: textStates[job.state],
    phase: job.state === 'running' ? 'generating' : 'finishing',
    finished: isDone ? 1 : 0,
    total: 1,
    processing: job.state === 'running' ? 1 : 0,
    restarted: 0,
    waiting: 0,
    is_possible: true,
    fraction: null,
    preview: null,
    cost: 0,
    elapsed_ms: Math.max(0, Date.now() - job.createdAt.getTime()),
    message: job.state === 'faulted' ? 'Failed to Generate' : null,
    code: job.state === 'faulted' ? 'engine-failed' : null,
  };
}

export async function generationsOf(
  database: Database,
  job: JobRow,
  { retention, addresses }: Describing,
): Promise<z.infer<typeof generation>[]> {
  if (job.state !== 'Finished') return [];
  const rows = await worksOfJob(database, job.id);
  return rows.map(({ work, file }) => ({
    id: work.id,
    img: addresses.of(file),
    seed: work.seed,
    model: work.model,
    width: file.width,
    height: file.height,
    media_type: file.mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    censored: work.censored,
    params: work.params,
    warnings: work.warnings,
    state: work.censored ? 'censored' : 'ok',
    create_time: work.createdAt.toISOString(),
    ...describeKeeping(work, retention),
  }));
}
