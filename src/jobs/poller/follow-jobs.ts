import { call } from '../../api/client.ts';
import { checkGeneration } from '../../api/contract/check.ts';
import { changeIntent, changeIntents } from '../../db/intents/rows.ts';
import { isLeased } from '../../db/intents/rules.ts';
import { noteFailure, stopWith } from '../../db/intents/outcomes.ts';
import { countInStage, listIntentsInStages } from '../../db/intents/lists.ts';
import type { Session } from '../../db/schema.ts';
import { expireSession } from '../../db/account/session.ts';
import { KilnError } from '../../domain/errors.ts';
import type { JobId } from '../../domain/ids.ts';
import type { GenerateIntent, Intent } from '../../domain/intent.ts';
import { askAfterMs } from '../../domain/limits.ts';
import { noteTried, timeTriedMs } from '../../domain/trying.ts';
import { applyJobState } from './job-state.ts';
import type { JobReport } from './job-state.ts';
import { failureScope, toKilnError } from '../engine/retry-policy.ts';
import { statusIntervalMs } from './poll-intervals.ts';
import { credentialsOf } from '../engine/types.ts';

/** "Not found" has to be said this often: a platform that is starting up must not cost a result. */
const goneConfirmations = 3;
/** How often time spent polling in vain is written down; less than `tryingGapMaxMs`, or some would be lost. */
const noteTriedEveryMs = 5 * 60_000;
/** Jobs polled in one round; a hundred running ones must not be a hundred calls a second. */
const checksPerRound = 6;

export interface FollowResult {
  /** Jobs whose end is still awaited. */
  watching: number;
  /** Rows that are ready to be brought home. */
  finished: number;
  /** When the next poll is due; null when nothing runs. */
  nextDelayMs: number | null;
  /** The failure that ended the round, for back-off. */
  failure: KilnError | null;
}

/**
 * Polls once the jobs that are due for it, the longest unheard of first. A failed poll never fails a job.
 * Shared by the poller of the page and, when no page is open, the service worker.
 */
export async function followOnce(options: {
  session: Session;
  visible: boolean;
  signal: AbortSignal;
  /** This one is polled now: somebody said that it has ended. */
  jobId?: JobId;
}): Promise<FollowResult> {
  const rows = await runningJobs(options.session);
  const dueAtMs = (row: GenerateIntent) => {
    const checkedAtMs = row.progress?.checkedAtMs ?? 0;
    // A poll in the future: the clock was set back, and the next one must not wait until it is there again.
    if (checkedAtMs > Date.now()) return 0;
    return checkedAtMs + statusIntervalMs(row.progress, options.visible);
  };
  const due = rows
    .filter((row) => row.jobId === options.jobId || dueAtMs(row) <= Date.now())
    .toSorted((left, right) => dueAtMs(left) - dueAtMs(right))
    .slice(0, checksPerRound);
  let failure: KilnError | null = null;
  const heard = new Map<JobId, JobReport>();
  for (const row of due) {
    options.signal.throwIfAborted();
    const answer = await askForJob(row, options.session, options.signal);
    if (answer instanceof KilnError) {
      failure = answer;
      if (failureScope(failure) !== 'item') break;
    } else {
      failure = null;
      heard.set(row.jobId, answer);
    }
  }
  // The others are not read again: there may be a thousand of them.
  const polled = new Map((await noteAnswers(due, heard)).map((row) => [row.id, row]));
  const after = rows.map((row) => polled.get(row.id) ?? row).filter(isRunning);
  const finished = await countInStage(options.session.userKey, 'bringing-home');
  const delays = after.map((row) => Math.max(0, dueAtMs(row) - Date.now()));
  return {
    watching: after.length,
    finished,
    nextDelayMs: delays.length === 0 ? null : Math.min(...delays),
    failure,
  };
}

type RunningJob = GenerateIntent & { jobId: JobId };

async function runningJobs(session: Session): Promise<RunningJob[]> {
  const rows = await listIntentsInStages(session.userKey, ['submitted', 'running']);
  return rows.filter(isRunning);
}

function isRunning(row: Intent): row is RunningJob {
  const isAwaited = row.stage === 'submitted' || row.stage === 'running';
  return isAwaited && row.kind === 'generate' && row.jobId !== null;
}

/** What was heard of the jobs that were polled, in one write: each would wake every reader of the queue. @returns their rows then */
async function noteAnswers(
  polled: readonly RunningJob[],
  heard: ReadonlyMap<JobId, JobReport>,
): Promise<Intent[]> {
  const ids = polled.map(({ id }) => id);
  return changeIntents(ids, (row) => {
    const answer = row.kind === 'generate' && row.jobId !== null ? heard.get(row.jobId) : undefined;
    if (!answer || row.kind !== 'generate') return false;
    if (row.stage !== 'submitted' && row.stage !== 'running') return false;
    // A host that carried out a cancel may have died with its lease on the row, and nothing else would clear it.
    if (!isLeased(row, Date.now())) row.lease = null;
    applyJobState(row, answer, Date.now());
    return true;
  });
}

/** Polls one job. @returns the answer, or the failure, already noted on the row where it matters */
async function askForJob(
  intent: RunningJob,
  session: Session,
  signal: AbortSignal,
): Promise<JobReport | KilnError> {
  try {
    return await call(checkGeneration, {
      place: intent.payload.place,
      params: { id: intent.jobId },
      session: credentialsOf(session),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = toKilnError(error);
    await noteFailedPoll(intent, failure);
    if (failure.code === 'login-required') await expireSession(session.userToken);
    return failure;
  }
}

async function noteFailedPoll(intent: GenerateIntent, failure: KilnError): Promise<void> {
  await changeIntent(intent.id, (row) => {
    if (row.stage !== 'submitted' && row.stage !== 'running') return false;
    const nowMs = Date.now();
    if (failure.code === 'not-found') {
      const gone = { code: 'result-gone' as const, httpStatus: failure.httpStatus, detail: null };
      if (row.attempts + 1 >= goneConfirmations) stopWith(row, 'needs-attention', gone, nowMs);
      else noteFailure(row, failure, nowMs, 0);
      return true;
    }
    if (failure.code === 'login-required') {
      stopWith(row, 'needs-attention', failure, nowMs);
      return true;
    }
    if (timeTriedMs(row, nowMs) >= askAfterMs) {
      stopWith(row, 'needs-attention', failure, nowMs);
      return true;
    }
    // Looks come every few seconds: time is noted now and then, not with each of them.
    const isFirst = row.failingSinceMs === null;
    if (!isFirst && nowMs - (row.triedAtMs ?? 0) < noteTriedEveryMs) return false;
    noteTried(row, nowMs);
    return true;
  });
}
