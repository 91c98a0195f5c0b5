import { and, eq, sql } from 'drizzle-orm';

import type { ErrorCode } from '../../src/domain/errors.ts';
import { fieldReasonsMax } from '../../src/domain/field-reasons.ts';
import type { FieldReason } from '../../src/domain/field-reasons.ts';
import { sniffMediaType } from '../../src/domain/file-kinds.ts';
import { recogniseMediaType } from '../../src/domain/solids/obj-text.ts';
import { isPlainSvg } from '../../src/domain/plain-svg.ts';
import { settle } from '../credits/ledger.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { jobs, modelTimings } from './tables.ts';
import { EngineError } from '../engines/contract/engine.ts';
import type { EngineOutput } from '../engines/contract/engine.ts';
import { newFile } from '../files/new-file.ts';
import { blurOf } from '../files/pictures.ts';
import { extensionOf } from '../../src/domain/file-kinds.ts';
import type { FileStore } from '../files/file-store.ts';
import { filesById } from '../files/service.ts';
import { keepPoster } from '../files/thumbnails.ts';
import { tellDevices } from '../push/outbox.ts';
import { keepWorks } from '../works/service.ts';
import { stillHeld } from './claim.ts';
import type { JobRow } from './job.ts';

export interface StoredOutput {
  output: EngineOutput;
  file: { id: string; extension: string; mediaType: string; bytes: number; sha256: string };
  thumbhash: string;
}

/** Weight of the newest measurement in the running mean. */
const newestWeight = 0.3;

/** As much as it takes to say what a file is, of every kind. */
const headBytes = 64;

/** Writes an engine's outputs to disk; nothing refers to them until `completeJob`. */
export async function storeOutputs(
  store: FileStore,
  job: Pick<JobRow, 'outputs'>,
  outputs: readonly EngineOutput[],
): Promise<StoredOutput[]> {
  // Transfers were held against their length by the engine, and a second run has the same request and the same seed:
  // what is wrong with bytes that are whole would be wrong with them again. Only what broke off before it said
  // what it is may come whole the next time.
  const damaged = (why: string, data?: Uint8Array) =>
    new EngineError('result-damaged', `The engine's result is damaged: ${why}`, {
      retryable: data !== undefined && data.length < headBytes,
    });
  const indexes = new Set(outputs.map((output) => output.index));
  if (indexes.size !== outputs.length || [...indexes].some((at) => at < 0 || at >= job.outputs)) {
    throw damaged('its outputs are not numbered as asked');
  }
  const stored: StoredOutput[] = [];
  try {
    for (const output of outputs.toSorted((left, right) => left.index - right.index)) {
      const extension = extensionOf(output.mediaType);
      if (extension === null || recogniseMediaType(output.data) !== output.mediaType) {
        throw damaged('an output is not what it says to be', output.data);
      }
      if (extension === 'svg' && !isPlainSvg(new TextDecoder().decode(output.data))) {
        throw damaged('an SVG has more in it than a drawing');
      }
      const { poster } = output;
      const posterType = poster && (sniffMediaType(poster) ?? '');
      if (poster && !posterType?.startsWith('image/')) throw damaged('its poster is no picture');
      const made = await newFile(output.data, output.mediaType);
      const thumbhash = poster ? await blurOf(poster, posterType ?? '') : made.thumbhash;
      await store.write(made.file, made.data);
      stored.push({ output, file: made.file, thumbhash });
      if (poster) await keepPoster(store, made.file.id, poster);
    }
    return stored;
  } catch (error) {
    await store.remove(stored.map(({ file }) => file));
    throw error;
  }
}

async function measure(transaction: Transaction, job: JobRow): Promise<void> {
  const seconds = (Date.now() - (job.startedAt?.getTime() ?? Date.now())) / 1_000;
  const ratio = Math.min(100, Math.max(0.01, seconds / Math.max(0.01, job.engineEstimateSeconds)));
  await transaction
    .insert(modelTimings)
    .values({ engine: job.engine, model: job.model, ratio })
    .onConflictDoUpdate({
      target: [modelTimings.engine, modelTimings.model],
      set: { ratio: sql`${modelTimings.ratio} * ${1 - newestWeight} + ${ratio * newestWeight}` },
    });
}

/** What an app made is known by the app, whatever model ran. */
const appOf = ({ jobType, template }: Pick<JobRow, 'jobType' | 'template'>): string | null =>
  jobType === 'Apps' ? template : null;

const freed = { leaseOwner: null, leaseUntil: null, fence: sql`${jobs.fence} + 1` };

/**
 * Files, works, charge and the job's end, all or nothing.
 * @param missing why it made less than was asked for; null where it made all
 * @returns false when the job was no longer this process's to finish; then nothing changed
 */
export function completeJob(
  database: Database,
  job: JobRow,
  stored: readonly StoredOutput[],
  missing: ErrorCode | null = null,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [held] = await transaction
      .select({ id: jobs.id })
      .from(jobs)
      .where(stillHeld(job.id, job.fence))
      .for('update');
    if (!held) return false;
    const { userId, id: jobId } = job;
    const made = stored.map(({ output, file, thumbhash }) => ({
      file: { ...file, width: output.width, height: output.height },
      work: {
        index: output.index,
        model: appOf(job) ?? output.model,
        seed: output.seed,
        params: output.parameters,
        censored: output.censored,
        warnings: output.warnings,
        thumbhash,
      },
    }));
    await keepWorks(transaction, job, made);
    // Fewer outputs than asked for: only what came is charged.
    const charged = Math.min(job.cost, job.costPerOutput * stored.length);
    await settle(transaction, userId, job.cost, charged, job);
    await transaction
      .update(jobs)
      .set({
        ...freed,
        state: 'Finished',
        phase: 'finishing',
        cost: charged,
        fraction: 1,
        finishedOutputs: stored.length,
        finishedAt: sql`now()`,
        errorCode: missing,
        errorMessage: null,
        errorReasons: null,
      })
      .where(eq(jobs.id, jobId));
    await measure(transaction, job);
    await tellDevices(transaction, job, 'finished');
    return true;
  });
}

/** Whether a completion whose answer was lost did happen. */
export async function wasCompletedWith(
  database: Database,
  stored: readonly StoredOutput[],
): Promise<boolean> {
  const ids = stored.map(({ file }) => file.id);
  if (ids.length === 0) return false;
  return (await filesById(database, ids)).size > 0;
}

/** Why a job has no result. */
interface JobFailure {
  code: ErrorCode;
  message: string;
  reasons?: readonly FieldReason[];
}

/** Ends a job without a result and gives its credits back; the caller holds its row lock. */
export async function endWithoutResult(
  transaction: Transaction,
  job: JobRow,
  state: 'Failed' | 'Cancelled',
  error: JobFailure | null,
): Promise<void> {
  await settle(transaction, job.userId, job.cost, 0, job);
  await transaction
    .update(jobs)
    .set({
      ...freed,
      state,
      cost: 0,
      finishedAt: sql`now()`,
      errorCode: error?.code ?? null,
      errorMessage: error?.message.slice(0, 1_000) ?? null,
      errorReasons: error?.reasons?.length ? error.reasons.slice(0, fieldReasonsMax) : null,
    })
    .where(eq(jobs.id, job.id));
  // Who cancelled it knows.
  if (state === 'Failed') await tellDevices(transaction, job, 'failed');
}

/** @returns false when the job was no longer this process's to fail */
export function failJob(database: Database, job: JobRow, error: JobFailure): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [held] = await transaction
      .select()
      .from(jobs)
      .where(stillHeld(job.id, job.fence))
      .for('update');
    if (!held) return false;
    await endWithoutResult(transaction, held, 'Failed', error);
    return true;
  });
}

/** Puts a job back into the queue. `countsAsAttempt` is false when nobody is to blame: a stop of the platform. */
export async function putBack(
  database: Database | Transaction,
  job: Pick<JobRow, 'id' | 'fence'>,
  options: { delayMs: number; countsAsAttempt: boolean; endedProcess?: boolean },
): Promise<void> {
  await database
    .update(jobs)
    .set({
      ...freed,
      state: 'Restarted',
      phase: 'waiting',
      fraction: 0,
      finishedOutputs: 0,
      engineWaitSeconds: null,
      engineQueuePosition: null,
      runAfter: sql`now() + ${options.delayMs} * interval '1 millisecond'`,
      ...(options.endedProcess && { endedProcesses: sql`${jobs.endedProcesses} + 1` }),
      ...(!options.countsAsAttempt && { attempts: sql`${jobs.attempts} - 1` }),
    })
    .where(and(stillHeld(job.id, job.fence)));
}
