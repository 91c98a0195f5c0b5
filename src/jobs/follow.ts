import { call } from '../api/client.ts';
import { checkGeneration } from '../api/contract/generate.ts';
import { changeIntent, changeIntents } from '../db/intent-rows.ts';
import { isLeased } from '../db/intent-rules.ts';
import { noteFailure, stopWith } from '../db/intent-steps.ts';
import { countInStage, listIntentsInStages } from '../db/intents.ts';
import type { Session } from '../db/schema.ts';
import { expireSession } from '../db/session.ts';
import { KilnError } from '../domain/errors.ts';
import type { JobId } from '../domain/ids.ts';
import type { GenerateIntent, Intent } from '../domain/intent.ts';
import { askAfterMs } from '../domain/limits.ts';
import { applyJobState } from './job-state.ts';
import type { JobReport } from './job-state.ts';
import { failureScope, toKilnError } from './judge.ts';
import { statusIntervalMs } from './pace.ts';
import { credentialsOf } from './types.ts';

/** "Not found" has to be said this often: a platform that is starting up must not cost a result. */
const goneConfirmations = 3;
/** Jobs looked at in one round; a hundred running ones must not be a hundred calls a second. */
const checksPerRound = 6;

export interface FollowResult {
  /** Jobs whose end is still awaited. */
  watching: number;
  /** Rows that are ready to be brought home. */
  finished: number;
  /** When the next look is due; null when nothing runs. */
  nextDelayMs: number | null;
  /** The failure that ended the round, for back-off. */
  failure: KilnError | null;
}

/**
 * Looks once at the jobs that are due for it, the longest unseen first. A failed look never fails a job.
 * Shared by the poller of the page and, when no page is open, the service worker.
 */
export async function followOnce(options: {
  session: Session;
  visible: boolean;
  signal: AbortSignal;
  /** This one is looked at now: somebody said that it has ended. */
  jobId?: JobId;
}): Promise<FollowResult> {
  const rows = await runningJobs(options.session);
  const dueAtMs = (row: GenerateIntent) => {
    const checkedAtMs = row.progress?.checkedAtMs ?? 0;
    // A look in the future: the clock was set back, and the next one must not wait until it is there again.
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
  const looked = new Map((await noteAnswers(due, heard)).map((row) => [row.id, row]));
  const after = rows.map((row) => looked.get(row.id) ?? row).filter(isRunning);
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

/** What was heard of the jobs that were looked at, in one write: each would wake every reader of the queue. @returns their rows then */
async function noteAnswers(
  looked: readonly RunningJob[],
  heard: ReadonlyMap<JobId, JobReport>,
): Promise<Intent[]> {
  const ids = looked.map(({ id }) => id);
  return changeIntents(ids, (row) => {
    const answer = row.kind === 'generate' && row.jobId !== null ? heard.get(row.jobId) : undefined;
    if (!answer || row.kind !== 'generate') return false;
    if (row.stage !== 'submitted' && row.stage !== 'running') return false;
    // A cancel's host may have died; nobody else would tidy up behind it.
    if (!isLeased(row, Date.now())) row.lease = null;
    applyJobState(row, answer, Date.now());
    return true;
  });
}

/** One look at one job. @returns the answer, or the failure, already noted on the row where it matters */
async function askForJob(
  intent: RunningJob,
  session: Session,
  signal: AbortSignal,
): Promise<JobReport | KilnError> {
  try {
    return await call(checkGeneration, {
      params: { id: intent.jobId },
      session: credentialsOf(session),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    const failure = toKilnError(error);
    await noteFailedLook(intent, failure);
    if (failure.code === 'login-required') await expireSession(session.userToken);
    return failure;
  }
}

async function noteFailedLook(intent: GenerateIntent, failure: KilnError): Promise<void> {
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
    // The first failure starts the clock; the next ones write nothing.
    if (row.failingSinceMs === null) {
      row.failingSinceMs = nowMs;
      return true;
    }
    if (nowMs - row.failingSinceMs < askAfterMs) return false;
    stopWith(row, 'needs-attention', failure, nowMs);
    return true;
  });
}
