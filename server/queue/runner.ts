import { setTimeout as sleep } from 'node:timers/promises';

import { backoffDelayMs } from '../../src/domain/backoff.ts';
import type { ErrorCode } from '../../src/domain/errors.ts';
import type { JobId } from '../../src/domain/ids.ts';
import { fieldsForEnglish, notTranslated } from '../../src/domain/untranslated.ts';
import type { Database } from '../database/connect.ts';
import { jobs } from './tables.ts';
import type { EngineKeys } from '../engine-keys/keys.ts';
import { EngineError } from '../engines/contract/engine.ts';
import type { Engine, EngineJob, EngineOutput, EngineSource } from '../engines/contract/engine.ts';
import type { FileStore } from '../files/file-store.ts';
import { filesById } from '../files/service.ts';
import { inSpan, type OpenSpan } from '../http/spans.ts';
import type { Log } from '../log.ts';
import { leaseMs, maxAttempts, stillHeld } from './claim.ts';
import type { JobRow } from './job.ts';
import { completeJob, failJob, putBack, storeOutputs, wasCompletedWith } from './finish.ts';
import { createProgress } from './progress.ts';

/** Why a run was aborted; decides what becomes of the job. */
export type AbortReason = 'cancelled' | 'lost' | 'shutdown';

/** Looks at results before anybody sees them. */
export interface ResultJudge {
  /** Whether it looks at all; then no unfinished picture is shown either. */
  isOn(): boolean;
  /** Numbers of the outputs that may not be shown. Rejects with the signal's reason when aborted. */
  withheld(outputs: readonly EngineOutput[], signal: AbortSignal): Promise<ReadonlySet<number>>;
}

export interface RunnerDependencies {
  database: Database;
  store: FileStore;
  keys: EngineKeys;
  judge: ResultJudge;
  log: Log;
}

const retryBackoff = { baseMs: 1_000, capMs: 60_000 };
const unknownFailure = 'Model predict error';

function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  // What an engine did not mean to throw says nothing to a person; the log has it.
  return new EngineError('engine-failed', unknownFailure, { retryable: true, cause: error });
}

async function sourcesOf(
  { database, store }: RunnerDependencies,
  job: JobRow,
): Promise<EngineSource[]> {
  if (job.sources.length === 0) return [];
  const ids = job.sources.map((source) => source.fileId);
  const fileOf = await filesById(database, ids);
  const found: EngineSource[] = [];
  for (const { field, fileId } of job.sources) {
    const file = fileOf.get(fileId);
    const path = file && (await store.bring(file));
    if (!file || !path) {
      throw new EngineError('source-missing', 'The source picture was deleted', {
        retryable: false,
      });
    }
    const { mediaType, width, height } = file;
    found.push({ field, path, mediaType, width, height });
  }
  return found;
}

/** What the platform itself has to say of what an engine made. */
function withNotes(engine: Engine, job: JobRow, outputs: readonly EngineOutput[]): EngineOutput[] {
  const model = engine.models().find((offered) => offered.model === job.model);
  const isUntranslated =
    model !== undefined &&
    !job.disabledTranslate &&
    fieldsForEnglish(model, job.jobType, job.input).length > 0;
  return outputs.map((output) =>
    isUntranslated ? { ...output, warnings: [...output.warnings, notTranslated] } : output,
  );
}

/**
 * What may be shown of what an engine made.
 * @throws EngineError `nsfw-content` where nothing may, `nsfw-system` where that could not be found out
 */
async function judged(
  judge: ResultJudge,
  outputs: EngineOutput[],
  signal: AbortSignal,
  log: Log,
): Promise<EngineOutput[]> {
  if (!judge.isOn()) return outputs;
  const withheld = await judge.withheld(outputs, signal).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw new EngineError('nsfw-system', 'The result could not be looked at', {
      retryable: true,
      cause: error,
    });
  });
  if (withheld.size === 0) return outputs;
  log.warn({ withheld: withheld.size }, 'results were withheld');
  const shown = outputs.filter(({ index }) => !withheld.has(index));
  if (shown.length === 0) {
    throw new EngineError('nsfw-content', 'Every result was withheld', { retryable: false });
  }
  return shown;
}

/** The database may be away for a moment; what an engine made is worth waiting for. */
async function persist(
  dependencies: RunnerDependencies,
  job: JobRow,
  outputs: readonly EngineOutput[],
  missing: ErrorCode | null,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, store, log } = dependencies;
  const stored = await storeOutputs(store, job, outputs);
  const giveUpAt = Date.now() + leaseMs;
  for (let delayMs = 100; ; delayMs *= 2) {
    try {
      const isDone = await completeJob(database, job, stored, missing);
      if (isDone || (await wasCompletedWith(database, stored))) return true;
      await store.remove(stored.map(({ file }) => file));
      return false;
    } catch (error) {
      log.warn({ err: error, job: job.id }, 'a result could not be recorded');
      // The files stay: whether that last commit happened is not known. The next start sweeps.
      if (Date.now() > giveUpAt || signal.aborted) throw error;
      await sleep(delayMs);
    }
  }
}

/**
 * Runs one claimed job to whatever end it comes to. Never rejects; when it resolves, the job is finished,
 * failed, back in the queue, or somebody else's.
 */
export function runJob(
  dependencies: RunnerDependencies,
  engine: Engine,
  job: JobRow,
  signal: AbortSignal,
): Promise<void> {
  const attributes = {
    'kiln.job': job.id,
    'kiln.engine': job.engine,
    'kiln.model': job.model,
    'kiln.attempt': job.attempts,
  };
  return inSpan(`job ${job.engine}`, { attributes }, (span) =>
    runTraced(dependencies, engine, job, signal, span),
  );
}

async function runTraced(
  dependencies: RunnerDependencies,
  engine: Engine,
  job: JobRow,
  signal: AbortSignal,
  span: OpenSpan,
): Promise<void> {
  const { database } = dependencies;
  const log = dependencies.log.child({ job: job.id, engine: job.engine, attempt: job.attempts });
  const progress = createProgress(database, job, log);
  const startedAt = performance.now();
  try {
    signal.throwIfAborted();
    const engineJob: EngineJob = {
      id: job.id as JobId,
      model: job.model,
      jobType: job.jobType,
      input: job.input,
      sources: await sourcesOf(dependencies, job),
      seed: job.seed,
      outputs: job.outputs,
      attempt: job.attempts,
      runsAlone: job.endedProcesses > 0,
      externalReference: job.externalReference,
    };
    let missing: ErrorCode = 'engine-failed';
    const made = await engine.run(engineJob, {
      signal,
      reportProgress: (told) => {
        if (told.missing) missing = told.missing;
        const { preview, ...rest } = told;
        progress.report(preview && !dependencies.judge.isOn() ? told : rest);
      },
      ...(engine.takesOwnKeys && {
        ownKey: () => dependencies.keys.read(job.userId, engine.name),
      }),
      async saveExternalReference(reference) {
        const [held] = await database
          .update(jobs)
          .set({ externalReference: reference })
          .where(stillHeld(job.id, job.fence))
          .returning({ id: jobs.id });
        if (!held)
          throw new EngineError('cancelled', 'The job was taken away', { retryable: false });
      },
    });
    await progress.stop();
    if (made.length === 0)
      throw new EngineError('engine-failed', unknownFailure, { retryable: true });
    const outputs = await judged(dependencies.judge, made, signal, log);
    if (outputs.length < made.length) missing = 'nsfw-content';
    const isPartial = outputs.length < job.outputs;
    if (isPartial) log.warn({ outputs: outputs.length, missing }, 'a job made less than asked for');
    const marked = withNotes(engine, job, outputs);
    const isDone = await persist(dependencies, job, marked, isPartial ? missing : null, signal);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    log.info({ outputs: outputs.length, seconds }, isDone ? 'job finished' : 'job was taken away');
  } catch (error) {
    await progress.stop();
    await afterFailure(error).catch((failure: unknown) => {
      // Its lease runs out, and it is picked up again.
      log.error({ err: failure }, 'a failure could not be recorded');
    });
  }

  async function afterFailure(error: unknown): Promise<void> {
    if (signal.aborted) {
      const reason = signal.reason as AbortReason;
      log.info({ reason }, 'job stopped');
      span.set({ 'kiln.end': reason });
      if (reason === 'shutdown')
        await putBack(database, job, { delayMs: 0, countsAsAttempt: false });
      return;
    }
    const known = asEngineError(error);
    const { code, message, reasons, endedProcess } = known;
    span.set({ 'kiln.end': code });
    span.fail(code);
    if (endedProcess && job.endedProcesses === 0) {
      log.warn({ err: error, code }, 'job ended its process and will be tried again alone');
      await putBack(database, job, { delayMs: 0, countsAsAttempt: true, endedProcess });
    } else if (!endedProcess && known.retryable && job.attempts < maxAttempts) {
      log.warn({ err: error, code }, 'job failed and will be tried again');
      const delayMs = backoffDelayMs(retryBackoff, job.attempts, Math.random());
      await putBack(database, job, { delayMs, countsAsAttempt: true });
    } else {
      log.warn({ err: error, code }, 'job failed');
      await failJob(database, job, { code, message, reasons });
    }
  }
}
