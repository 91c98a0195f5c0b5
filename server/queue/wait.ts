import { and, eq, inArray, lt, sql } from 'drizzle-orm';

import { isTerminalJobState } from '../../src/domain/job.ts';
import type { Database } from '../database/connect.ts';
import { jobs, toldWaits } from '../database/schema.ts';
import type { Engine } from '../engines/engine.ts';
import type { JobRow } from './claim.ts';
import { jobsAhead } from './order.ts';
import type { PersonInQueue } from './order.ts';
import { placeOf } from './reorder.ts';
import type { QueueView } from './view.ts';

export interface Wait {
  queuePosition: number;
  waitSeconds: number;
}

/** Part of the time already used that an overdue job is still given, so that nobody is told "0 s" for long. */
const overdueShare = 0.1;

function secondsUntilStart(people: readonly PersonInQueue[], ahead: number, slots: number): number {
  const waiting = people.reduce((sum, person) => sum + person.waiting, 0);
  const running = people.reduce((sum, person) => sum + person.running, 0);
  const seconds = people.reduce((sum, person) => sum + person.waitingSeconds, 0);
  const mean = waiting > 0 ? seconds / waiting : 0;
  // On average a running job is half done.
  const untilFree = running >= slots ? mean / 2 : 0;
  return untilFree + (ahead * mean) / slots;
}

const newcomer = (userId: number): PersonInQueue => ({
  userId,
  waiting: 0,
  running: 0,
  servedAt: null,
  firstSeq: Number.MAX_SAFE_INTEGER,
  waitingSeconds: 0,
});

/**
 * For a job that is about to be submitted: behind all that its owner has waiting. From then on it stands in
 * the view, so that others who are about to be submitted come behind it.
 */
export async function estimateWait(
  view: QueueView,
  engine: Engine,
  job: { userId: number; estimateSeconds: number },
): Promise<Wait> {
  const slots = await view.slots(engine);
  const people = await view.people(engine.name);
  let person = people.find((one) => one.userId === job.userId);
  if (!person) people.push((person = newcomer(job.userId)));
  const queuePosition = jobsAhead(people, job.userId, person.waiting);
  const untilStart = secondsUntilStart(people, queuePosition, slots);
  person.waiting += 1;
  person.waitingSeconds += job.estimateSeconds;
  return { queuePosition, waitSeconds: untilStart + job.estimateSeconds };
}

/** Says how long jobs still take. What was said of a job before never gets worse while the job goes on. */
export interface WaitTeller {
  of(job: JobRow): Promise<Wait>;
}

/** As callers are told it: rounded up, since zero means that the job has ended. */
export const toTenths = (seconds: number): number => Math.ceil(seconds * 10) / 10;

/** Kept instead of a job's place while it stands in its engine's own line; real places are above zero. */
const engineLine = -1;

/** What the answer to the submission said, where it said something. */
function toldAtFirst(job: JobRow): Wait {
  const answer = job.answer.body as { queue_position?: unknown; wait_time?: unknown } | null;
  const { queue_position: position, wait_time: wait } = answer ?? {};
  return {
    queuePosition: typeof position === 'number' ? position : Infinity,
    waitSeconds: typeof wait === 'number' ? wait : Infinity,
  };
}

export function createWaitTeller(
  database: Database,
  view: QueueView,
  engineOf: (name: string) => Engine | null,
): WaitTeller {
  async function whileWaiting(job: JobRow): Promise<Wait> {
    const [own] = await database
      .select({ count: sql<number>`count(*)::int` })
      .from(jobs)
      .where(
        and(
          eq(jobs.engine, job.engine),
          eq(jobs.userId, job.userId),
          inArray(jobs.state, ['Pending', 'Restarted']),
          lt(placeOf, job.place ?? job.seq),
        ),
      );
    const inQueue = await view.people(job.engine);
    const queuePosition = jobsAhead(inQueue, job.userId, own?.count ?? 0);
    const engine = engineOf(job.engine);
    const slots = engine ? await view.slots(engine) : 1;
    const untilStart = secondsUntilStart(inQueue, queuePosition, slots);
    return { queuePosition, waitSeconds: untilStart + job.estimateSeconds };
  }

  function whileRunning(job: JobRow): Wait {
    const elapsed = Math.max(0, (Date.now() - (job.startedAt?.getTime() ?? Date.now())) / 1_000);
    const expected = Math.max(job.estimateSeconds - elapsed, elapsed * overdueShare);
    return {
      queuePosition: job.engineQueuePosition ?? 0,
      waitSeconds: job.engineWaitSeconds ?? expected,
    };
  }

  /** In the database, because the next question may go to another process. */
  async function neverWorse(job: JobRow, now: Wait): Promise<Wait> {
    const isRunning = job.state === 'Processing';
    // Behind others at its engine, whose line nobody saw before.
    const isInEngineLine = isRunning && (job.engineQueuePosition ?? 0) > 0;
    const place = isInEngineLine ? engineLine : job.place;
    const first =
      job.attempts <= 1 && job.state !== 'Restarted' && place === null
        ? toldAtFirst(job)
        : { queuePosition: Infinity, waitSeconds: Infinity };
    // Going back into the queue, another order by its owner, and the engine's own line once it is known are the
    // honest reasons to say more than before.
    const isRestarted = sql`${job.state === 'Restarted'}::boolean`;
    const staysAtEngine = sql`(${isRunning}::boolean and ${toldWaits.place} is not distinct from ${engineLine})`;
    const goesOn = sql`((${toldWaits.place} is not distinct from excluded.place or ${staysAtEngine})
      and not (${isRestarted} and ${toldWaits.fence} <> excluded.fence))`;
    const keep = (column: typeof toldWaits.queuePosition | typeof toldWaits.waitSeconds) => {
      const next = sql`excluded.${sql.identifier(column.name)}`;
      return sql`case when ${goesOn} then least(${column}, ${next}) else ${next} end`;
    };
    const [told] = await database
      .insert(toldWaits)
      .values({
        jobId: job.id,
        fence: job.fence,
        place,
        queuePosition: Math.min(first.queuePosition, now.queuePosition),
        waitSeconds: Math.min(first.waitSeconds, now.waitSeconds),
      })
      .onConflictDoUpdate({
        target: toldWaits.jobId,
        set: {
          fence: job.fence,
          place: sql`case when ${staysAtEngine} then ${toldWaits.place} else excluded.place end`,
          queuePosition: keep(toldWaits.queuePosition),
          waitSeconds: keep(toldWaits.waitSeconds),
        },
      })
      .returning({
        queuePosition: toldWaits.queuePosition,
        waitSeconds: toldWaits.waitSeconds,
      });
    return told ?? now;
  }

  return {
    async of(job) {
      if (isTerminalJobState(job.state)) return { queuePosition: 0, waitSeconds: 0 };
      return neverWorse(
        job,
        job.state === 'Processing' ? whileRunning(job) : await whileWaiting(job),
      );
    },
  };
}

/** Nobody asks any more how long a job that ended still takes. */
export async function forgetToldWaits(database: Database): Promise<void> {
  await database.execute(sql`
    delete from told_waits t
    where not exists (
      select 1 from jobs where id = t.job_id and state in ('Pending', 'Restarted', 'Processing'))`);
}
