import type * as z from 'zod/mini';
import type { checkAnswer } from '../api/contract/check.ts';
import type { CheckAnswer } from '../horde/answers.ts';
import { HordeFailure } from '../horde/failure.ts';
import { isOver } from '../horde/results.ts';
import { communityDetail } from '../domain/community-failure.ts';
import { KilnError, type ErrorCode } from '../domain/errors.ts';
import type { JobState } from '../domain/job.ts';
import { pollAlchemy } from './alchemy.ts';
import { collect } from './collect.ts';
import {
  checkEveryMs,
  end,
  endGone,
  finalLooksMax,
  lastChecks,
  noteWorkedOn,
  statusEveryMs,
} from './endings.ts';
import { kilnErrorOf, rethrow } from './errors.ts';
import type { Horde } from './horde.ts';
import { toolOf } from './models.ts';
import { changeJob, store } from '../db/community-store.ts';
import type { JobRow } from '../db/community-store.ts';

type Check = z.infer<typeof checkAnswer>;

/** A cancel is harmless when repeated, and 10 a minute are allowed. */
const cancelEveryMs = 15_000;

const notFound = () => new KilnError('not-found', { retryable: false });

async function getJob(id: string): Promise<JobRow> {
  const row = await store.jobs.get(id);
  if (!row) throw notFound();
  return row;
}

/** A finished request: everything that can be had comes home before it counts as over. */
async function endOver(horde: Horde, row: JobRow, signal?: AbortSignal): Promise<void> {
  if (Date.now() - row.collectedAtMs < statusEveryMs && row.finalLooks > 0) return;
  const { status, failure } = await collect(horde, row, signal);
  const now = await getJob(row.id);
  if (now.state !== 'submitted') return;
  const missing =
    failure !== null ||
    status.generations.length < Math.min(status.finished, row.outputs) ||
    now.pictures.length + now.withheld.length < status.generations.length;
  // Without a network nothing is over: it is polled again as long as the Horde has it.
  const found = kilnErrorOf(failure) ?? failure;
  if (found instanceof KilnError && found.code === 'network') throw found;
  if (missing && row.finalLooks + 1 < finalLooksMax) {
    await changeJob(row.id, (fresh) => {
      fresh.finalLooks += 1;
    });
    return;
  }
  if (now.pictures.length > 0) await end(row.id, 'finished');
  else if (now.withheld.length > 0) {
    await end(row.id, 'failed', { code: 'nsfw-content', message: communityDetail('withheld') });
  } else if (now.cancelSentAtMs !== null) await end(row.id, 'cancelled');
  else if (found instanceof KilnError) {
    await end(row.id, 'failed', { code: found.code, message: found.detail ?? '' });
  } else {
    const message = communityDetail('workers-failed');
    await end(row.id, 'failed', { code: 'engine-failed', message });
  }
}

async function poll(horde: Horde, row: JobRow, signal?: AbortSignal): Promise<CheckAnswer | null> {
  const last = lastChecks.get(row.id);
  if (last && Date.now() - last.atMs < checkEveryMs) return last.answer;
  let answer: CheckAnswer;
  try {
    answer = await horde.check(row.remoteId ?? '', signal);
  } catch (error) {
    if (!(error instanceof HordeFailure) || error.status !== 404) throw error;
    await endGone(row);
    return null;
  }
  lastChecks.set(row.id, { atMs: Date.now(), answer });
  if (answer.processing + answer.finished + answer.restarted > 0) await noteWorkedOn(row);
  const known = row.pictures.length + row.withheld.length;
  if (isOver(answer)) await endOver(horde, row, signal);
  // Pictures come home as they are finished: their addresses do not last.
  else if (answer.finished > known && Date.now() - row.collectedAtMs > statusEveryMs) {
    await collect(horde, row, signal).catch(() => undefined);
  }
  return answer;
}

function stateOf(row: JobRow, answer: CheckAnswer | null): JobState {
  switch (row.state) {
    case 'finished':
      return 'Finished';
    case 'failed':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
    default:
      return row.wasWorkedOn || (answer?.processing ?? 0) > 0 ? 'Processing' : 'Pending';
  }
}

function describe(row: JobRow, answer: CheckAnswer | null): Check {
  const isEnded = row.state !== 'submitting' && row.state !== 'submitted';
  const running = (answer?.processing ?? 0) > 0;
  const count = (value: number | undefined) => Math.max(0, Math.round(value ?? 0));
  return {
    state: stateOf(row, answer),
    phase: running ? 'generating' : answer?.done ? 'finishing' : 'waiting',
    queue_position: isEnded ? 0 : count(answer?.queue_position),
    wait_time: isEnded ? 0 : Math.max(0, answer?.wait_time ?? 0),
    done: isEnded,
    faulted: row.state === 'failed',
    finished: isEnded ? row.pictures.length : Math.min(row.outputs, count(answer?.finished)),
    total: row.outputs,
    processing: isEnded ? 0 : count(answer?.processing),
    restarted: count(answer?.restarted),
    waiting: isEnded ? 0 : count(answer?.waiting),
    // Remembered for a minute there, and false after the end: worth a word, and no reason to give up.
    is_possible: isEnded || running || (answer?.is_possible ?? true) || (answer?.done ?? false),
    cost: 0,
    fraction: null,
    preview: null,
    elapsed_ms: Math.max(0, Date.now() - row.createdAtMs),
    message: row.failure?.message ?? null,
    code: row.failure?.code ?? missingCode(row),
  };
}

/** Of a finished job with fewer pictures than were asked for. */
function missingCode({ state, pictures, withheld, outputs }: JobRow): ErrorCode | null {
  if (state !== 'finished' || pictures.length >= outputs) return null;
  return withheld.length > 0 ? 'nsfw-content' : 'engine-failed';
}

/** How far a job is; brings home what is finished. @throws KilnError */
export async function checkJob(horde: Horde, id: string, signal?: AbortSignal): Promise<Check> {
  const row = await getJob(id);
  if (row.state !== 'submitted') return describe(row, null);
  const tool = toolOf(row.model);
  const polled = tool ? pollAlchemy(horde, row, tool, signal) : poll(horde, row, signal);
  const answer = await polled.catch(rethrow);
  return describe(await getJob(id), answer);
}

/** The same, with what is here of it. */
export async function jobStatus(horde: Horde, id: string, signal?: AbortSignal) {
  const check = await checkJob(horde, id, signal);
  const { pictures, failure } = await getJob(id);
  return {
    ...check,
    message: failure?.message ?? null,
    generations: pictures.map((picture) => ({
      id: picture.id,
      img: `/community/${picture.id}`,
      seed: picture.seed,
      model: picture.model,
      width: picture.width,
      height: picture.height,
      media_type: picture.mediaType,
      bytes: picture.bytes,
      sha256: picture.sha256,
      censored: false,
      params: picture.params,
      warnings: picture.warnings,
      state: 'ok',
      create_time: new Date(picture.atMs).toISOString(),
      // Nobody but this device keeps it.
      original: 'expired' as const,
      expires_at: null,
    })),
  };
}

/** Cancels a job and tells how it stands; harmless when repeated. A picture being made is still finished there. */
export async function cancelJob(horde: Horde, id: string, signal?: AbortSignal) {
  const row = await getJob(id);
  const isDue = Date.now() - (row.cancelSentAtMs ?? 0) > cancelEveryMs;
  if (row.state === 'submitted' && isDue) {
    try {
      const remoteId = row.remoteId ?? '';
      await (toolOf(row.model)
        ? horde.cancelAlchemy(remoteId, signal)
        : horde.cancel(remoteId, signal));
    } catch (error) {
      if (!(error instanceof HordeFailure) || error.status !== 404) rethrow(error);
    }
    lastChecks.delete(id);
    await changeJob(id, (fresh) => {
      fresh.cancelSentAtMs = Date.now();
    });
  }
  return jobStatus(horde, id, signal);
}
