import { sql } from 'drizzle-orm';

import { isTerminalJobState } from '../../src/domain/job.ts';
import type { Database } from '../database/connect.ts';
import { toldWaits } from './tables.ts';
import type { Engine } from '../engines/contract/engine.ts';
import { batchCalls } from '../async/batch-calls.ts';
import type { JobRow } from './job.ts';
import { jobsAhead, newcomer } from './order.ts';
import type { PersonInQueue } from './order.ts';
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

/** What has only just begun says nothing of how long it takes. */
const fractionWorthMeasuring = 0.1;

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

interface OwnBefore {
  id: string;
  engine: string;
  userId: number;
  place: number;
}

/** How many of the same person's waiting jobs are before some jobs. */
async function countOwnBefore(database: Database, asked: readonly OwnBefore[]): Promise<number[]> {
  const { rows } = await database.execute<{ id: string; own: number }>(sql`
    select asked.id, (
      select count(*)::int from jobs
      where jobs.engine = asked.engine and user_id = asked."userId"
        and state in ('Pending', 'Restarted') and coalesce(jobs.place, seq) < asked.place) as own
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (
      id uuid, engine text, "userId" bigint, place bigint)`);
  const counts = new Map(rows.map(({ id, own }) => [id, own]));
  return asked.map(({ id }) => counts.get(id) ?? 0);
}

interface Telling extends Wait {
  id: string;
  place: number | null;
  isRunning: boolean;
  /** When it went back into the queue, the fence that it has since; null while it goes on. */
  restart: number | null;
}

/**
 * Writes what owners are told now, and answers what they may be told: never worse than before, but for the
 * honest reasons, which are going back into the queue, another order by its owner, and the engine's own line once
 * it is known. In the database, because the next question may go to another process.
 */
async function neverWorse(database: Database, tellings: readonly Telling[]): Promise<Wait[]> {
  const each = new Map(tellings.map((telling) => [telling.id, telling]));
  const running = sql`(select "isRunning" from telling where id = excluded.job_id)`;
  const staysAtEngine = sql`(told.place is not distinct from ${engineLine} and ${running})`;
  const goesOn = sql`((told.place is not distinct from excluded.place or ${staysAtEngine})
    and (excluded.fence = -1 or told.fence = excluded.fence))`;
  const { rows } = await database.execute<{
    job_id: string;
    queue_position: number;
    wait_seconds: number;
  }>(sql`
    with telling as (
      select * from jsonb_to_recordset(${JSON.stringify([...each.values()])}::jsonb) as one (
        id uuid, restart int, place bigint, "isRunning" boolean, "queuePosition" int, "waitSeconds" float8)
    )
    insert into ${toldWaits} as told (job_id, fence, place, queue_position, wait_seconds)
    select id, coalesce(restart, -1), place, "queuePosition", "waitSeconds" from telling
    -- In one order for all, or two rounds could wait for each other.
    order by id
    on conflict (job_id) do update set
      fence = case when excluded.fence = -1 then told.fence else excluded.fence end,
      place = case when ${staysAtEngine} then told.place else excluded.place end,
      queue_position = case when ${goesOn}
        then least(told.queue_position, excluded.queue_position) else excluded.queue_position end,
      wait_seconds = case when ${goesOn}
        then least(told.wait_seconds, excluded.wait_seconds) else excluded.wait_seconds end
    returning job_id, queue_position, wait_seconds`);
  const told = new Map(rows.map((row) => [row.job_id, row]));
  return tellings.map((telling) => {
    const row = told.get(telling.id);
    if (!row) return telling;
    return { queuePosition: row.queue_position, waitSeconds: row.wait_seconds };
  });
}

export function createWaitTeller(
  database: Database,
  view: QueueView,
  engineOf: (name: string) => Engine | null,
): WaitTeller {
  const company = { atOnce: 2, most: 200 };
  const ownBefore = batchCalls((asked: OwnBefore[]) => countOwnBefore(database, asked), company);
  const tell = batchCalls((tellings: Telling[]) => neverWorse(database, tellings), company);

  async function whileWaiting(job: JobRow): Promise<Wait> {
    const { id, engine: name, userId } = job;
    const own = await ownBefore({ id, engine: name, userId, place: job.place ?? job.seq });
    const inQueue = await view.people(name);
    const queuePosition = jobsAhead(inQueue, userId, own);
    const engine = engineOf(name);
    const slots = engine ? await view.slots(engine) : 1;
    const untilStart = secondsUntilStart(inQueue, queuePosition, slots);
    return { queuePosition, waitSeconds: untilStart + job.estimateSeconds };
  }

  function whileRunning(job: JobRow): Wait {
    const elapsed = Math.max(0, (Date.now() - (job.startedAt?.getTime() ?? Date.now())) / 1_000);
    const guessed = Math.max(job.estimateSeconds - elapsed, elapsed * overdueShare);
    // How far its work is says more than how long such work took before.
    const isMeasured = job.fraction >= fractionWorthMeasuring;
    const expected = isMeasured ? (elapsed * (1 - job.fraction)) / job.fraction : guessed;
    return {
      queuePosition: job.engineQueuePosition ?? 0,
      waitSeconds: job.engineWaitSeconds ?? expected,
    };
  }

  return {
    async of(job) {
      if (isTerminalJobState(job.state)) return { queuePosition: 0, waitSeconds: 0 };
      const now = job.state === 'Processing' ? whileRunning(job) : await whileWaiting(job);
      const isRestarted = job.state === 'Restarted';
      const isRunning = job.state === 'Processing';
      // Behind others at its engine, whose line nobody saw before.
      const isInEngineLine = isRunning && (job.engineQueuePosition ?? 0) > 0;
      const place = isInEngineLine ? engineLine : job.place;
      const isAsFirst = job.attempts <= 1 && !isRestarted && place === null;
      const first = isAsFirst ? toldAtFirst(job) : now;
      return tell({
        id: job.id,
        place,
        isRunning,
        restart: isRestarted ? job.fence : null,
        queuePosition: Math.min(first.queuePosition, now.queuePosition),
        waitSeconds: Math.min(first.waitSeconds, now.waitSeconds),
      });
    },
  };
}

/**
 * Nobody asks any more how long a job that ended still takes. Not at its end: who had just looked at it would be
 * told anew.
 */
export async function forgetToldWaits(database: Database): Promise<void> {
  await database.execute(sql`
    delete from ${toldWaits} t
    where not exists (
      select 1 from jobs
      where id = t.job_id and (finished_at is null or finished_at > now() - interval '1 minute'))`);
}
