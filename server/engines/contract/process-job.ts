import { modelErrorMessage } from '../../../src/domain/errors.ts';
import { ProcessEnded } from '../../processes/host.ts';
import type { ProcessPool } from '../../processes/pool.ts';
import { pack, unpack, type Parcel } from '../../processes/scratch.ts';
import type { TaskSurroundings } from '../../processes/serve.ts';
import { EngineError, tellEngineError, toldEngineError, type ToldEngineError } from './engine.ts';
import type { EngineContext, EngineJob, EngineOutput, EnginePreview } from './engine.ts';

/** 0…1 of the task, and a picture of how far it is where there is one. */
export type ProcessNews = number | { fraction: number; preview: EnginePreview };

/** Tells how far a task is. */
export type Report = (fraction: number, preview?: EnginePreview) => void;

/** What a process makes; whose model it was is known to the engine. */
export type MadeOutput = Omit<EngineOutput, 'model' | 'censored'>;

type PackedOutput = Omit<MadeOutput, 'data'> & { packed: Parcel };

/** Errors lose their fields between processes, so they travel as data. */
export type ProcessResult =
  | { ok: true; outputs: PackedOutput[] }
  /** `detail` is for the log alone: where a tool broke names the platform's own files. */
  | { ok: false; error: ToldEngineError; detail?: string };

/** Below this much news a message costs more than it tells. */
const smallestStep = 0.005;

/** A full disk, too many open files, no memory: errors of the system have names such as ENOSPC. */
const isOfTheMachine = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code));

/** In the process: makes something, and answers with it or with why it could not be made. */
export async function makeInProcess(
  { tell, scratch }: Pick<TaskSurroundings<ProcessNews>, 'tell' | 'scratch'>,
  make: (report: Report) => Promise<MadeOutput[]>,
): Promise<ProcessResult> {
  let told = 0;
  const report: Report = (fraction, preview) => {
    const bounded = Math.min(1, Math.max(0, fraction));
    if (!preview && bounded - told < smallestStep) return;
    told = bounded;
    tell(preview ? { fraction: bounded, preview } : bounded);
  };
  try {
    const outputs: PackedOutput[] = [];
    for (const { data, ...rest } of await make(report)) {
      outputs.push({ ...rest, packed: await pack(data, scratch, String(rest.index)) });
    }
    return { ok: true, outputs };
  } catch (error) {
    if (error instanceof EngineError) return { ok: false, error: tellEngineError(error) };
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    // A tool makes the same of the same input each time; what the machine lacks may be there another time.
    const retryable = isOfTheMachine(error);
    return {
      ok: false,
      error: { code: 'engine-failed', message: modelErrorMessage, retryable, reasons: [] },
      detail,
    };
  }
}

/** Seconds that are left: the estimate at first, what was really measured later. */
function secondsLeft(estimate: number, elapsed: number, fraction: number): number {
  const expected = Math.max(0, estimate - elapsed);
  if (fraction <= 0) return expected;
  const measured = (elapsed * (1 - fraction)) / fraction;
  const trust = Math.min(1, fraction * 2.5);
  return expected * (1 - trust) + measured * trust;
}

interface PoolJob<Task> {
  pool: ProcessPool<Task, ProcessResult, ProcessNews>;
  task: Task;
  job: EngineJob;
  context: EngineContext;
  estimateSeconds: number;
  timeLimitMs: number;
  log: { warn(fields: object, message: string): void } | undefined;
}

async function received<Task>(
  { job, log }: Pick<PoolJob<Task>, 'job' | 'log'>,
  result: ProcessResult,
): Promise<EngineOutput[]> {
  const { model } = job;
  if (!result.ok) {
    if (result.error.code === 'engine-failed') {
      log?.warn(
        { job: job.id, model, detail: result.detail ?? result.error.message },
        'tool failed',
      );
    }
    throw toldEngineError(result.error);
  }
  return Promise.all(
    result.outputs.map(async ({ packed, ...output }) => {
      return { ...output, data: await unpack(packed), model, censored: false };
    }),
  );
}

/** In the platform: does a job in a process of a pool, as `Engine.run` has to. */
export async function runInPool<Task>(options: PoolJob<Task>): Promise<EngineOutput[]> {
  const { pool, task, job, context, estimateSeconds, timeLimitMs, log } = options;
  const { signal } = context;
  const startedMs = performance.now();
  let fraction = 0;
  const tell = (preview?: EnginePreview): void => {
    const elapsed = (performance.now() - startedMs) / 1000;
    const waitSeconds = secondsLeft(estimateSeconds, elapsed, fraction);
    const phase = fraction > 0 ? 'generating' : 'preparing';
    const progress = { phase, fraction, waitSeconds, queuePosition: 0 } as const;
    context.reportProgress(preview ? { ...progress, preview } : progress);
  };
  tell();
  try {
    const made = await pool.run(
      task,
      {
        signal,
        timeLimitMs,
        isAlone: job.runsAlone ?? false,
        onNews(news) {
          const { fraction: reached, preview } =
            typeof news === 'number' ? { fraction: news, preview: undefined } : news;
          fraction = Math.max(fraction, reached);
          tell(preview);
        },
      },
      (result) => received(options, result),
    );
    signal.throwIfAborted();
    return made;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof EngineError) throw error;
    log?.warn({ job: job.id, model: job.model, err: error }, 'a process of the workshop ended');
    if (error instanceof ProcessEnded) {
      throw new EngineError('too-demanding', 'It took too much memory or time, twice', {
        retryable: false,
        endedProcess: true,
        cause: error,
      });
    }
    throw new EngineError('engine-failed', 'The process could not be used', {
      retryable: true,
      cause: error,
    });
  }
}
