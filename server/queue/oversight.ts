import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';

import type { EngineState, OverseenJob, QueueSpan } from '../../src/api/contract/oversight.ts';
import { isTerminalJobState } from '../../src/domain/job.ts';
import type { WaitReason } from '../../src/domain/wait-reasons.ts';
import type { Database } from '../database/connect.ts';
import type { Engine } from '../engines/contract/engine.ts';
import { notFound, Problem } from '../http/problem.ts';
import { cancelJob } from './cancel.ts';
import { channels } from './instance.ts';
import type { JobRow } from './job.ts';
import { jobsAhead, queueOf, type PersonInQueue } from './order.ts';
import { jobs } from './tables.ts';

const promptShown = 300;
/** How many spans the last hours are cut into. */
const spans = 96;

export interface Oversight {
  database: Database;
  engines: readonly Engine[];
  isShortOfSpace: () => Promise<boolean>;
}

const waiting = ['Pending', 'Restarted'] as const;
const open = [...waiting, 'Processing'] as const;
const isWaiting = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state === 'Pending' || state === 'Restarted';

/** What is known of an engine while a page of jobs is described. */
interface Busy {
  people: PersonInQueue[];
  running: number;
}

/** Why a job waits: what stands in its way first. */
function whyWaits(
  job: JobRow,
  own: number,
  busy: Busy,
  engine: Engine | undefined,
  isShort: boolean,
): { reason: WaitReason; ahead: number | null; until: string | null } {
  const plain = (reason: WaitReason) => ({ reason, ahead: null, until: null });
  if (!engine) return plain('no-engine');
  if (job.runAfter.getTime() > Date.now()) {
    return { reason: 'next-attempt', ahead: null, until: job.runAfter.toISOString() };
  }
  if (isShort) return plain('no-space');
  if (engine.unavailableReason() !== null) return plain('engine-away');
  const ahead = jobsAhead(busy.people, job.userId, own);
  if (ahead > 0) return { reason: 'turn', ahead, until: null };
  return plain(busy.running >= engine.concurrency ? 'engine-full' : 'turn');
}

/** How many waiting jobs of the same person at the same engine come before each of some. */
async function ownBefore(
  database: Database,
  rows: readonly JobRow[],
): Promise<Map<string, number>> {
  const ids = rows.filter(isWaiting).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows: counted } = await database.execute<{ id: string; before: string }>(sql`
    select j.id, (select count(*) from jobs o
      where o.engine = j.engine and o.user_id = j.user_id and o.state in ('Pending', 'Restarted')
        and coalesce(o.place, o.seq) < coalesce(j.place, j.seq)) as before
    from jobs j where j.id in (${sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    )})`);
  return new Map(counted.map(({ id, before }) => [id, Number(before)]));
}

async function nicksOf(database: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.execute<{ id: string; nick: string }>(
    sql`select id, nick from users where id in (${sql.join([...ids], sql`, `)})`,
  );
  return new Map(rows.map(({ id, nick }) => [Number(id), nick]));
}

async function describe(
  { database, engines, isShortOfSpace }: Oversight,
  rows: readonly JobRow[],
): Promise<OverseenJob[]> {
  const engineOf = new Map(engines.map((engine) => [engine.name, engine]));
  const names = [...new Set(rows.filter(isWaiting).map(({ engine }) => engine))];
  const [before, nicks, isShort, ...queues] = await Promise.all([
    ownBefore(database, rows),
    nicksOf(database, [...new Set(rows.map(({ userId }) => userId))]),
    isShortOfSpace(),
    ...names.map((name) => queueOf(database, name)),
  ]);
  const busyOf = new Map<string, Busy>(
    names.map((name, index) => {
      const people = queues[index] ?? [];
      return [name, { people, running: people.reduce((sum, { running }) => sum + running, 0) }];
    }),
  );
  return rows.map((job) => ({
    id: job.id,
    uid: String(job.userId),
    nick: nicks.get(job.userId) ?? '',
    engine: job.engine,
    model: job.model,
    job_type: job.jobType,
    prompt: [...job.prompt].slice(0, promptShown).join(''),
    state: job.state,
    phase: job.phase,
    fraction: job.fraction,
    attempts: job.attempts,
    outputs: job.outputs,
    cost: job.cost,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
    waits: isWaiting(job)
      ? whyWaits(
          job,
          before.get(job.id) ?? 0,
          busyOf.get(job.engine) ?? { people: [], running: 0 },
          engineOf.get(job.engine),
          isShort,
        )
      : null,
    error_code: job.errorCode,
    error_message: job.errorMessage,
    may_cancel: !isTerminalJobState(job.state),
    may_retry: mayRetry(job),
  }));
}

/** A failed one runs again; one that waits for its next attempt has it now. */
const mayRetry = (job: Pick<JobRow, 'state' | 'runAfter'>): boolean =>
  job.state === 'Failed' || (isWaiting(job) && job.runAfter.getTime() > Date.now());

function matching(search: string): SQL | undefined {
  const words = search.trim();
  if (words === '') return undefined;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(words)) return eq(jobs.id, words.toLowerCase());
  if (/^\d{1,15}$/.test(words)) return eq(jobs.userId, Number(words));
  const pattern = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(${jobs.prompt} ilike ${pattern} or ${jobs.model} ilike ${pattern} or ${jobs.engine} ilike ${pattern})`;
}

/** Jobs of everybody, the newest first. */
export async function readAllJobs(
  oversight: Oversight,
  asked: {
    search: string;
    state: 'open' | 'Finished' | 'Failed' | 'Cancelled' | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ data: OverseenJob[]; total: number }> {
  const { database } = oversight;
  const inState =
    asked.state === 'open'
      ? inArray(jobs.state, [...open])
      : asked.state && eq(jobs.state, asked.state);
  const where = and(matching(asked.search), inState);
  const [rows, total] = await Promise.all([
    database
      .select()
      .from(jobs)
      .where(where)
      .orderBy(desc(jobs.seq))
      .limit(asked.limit)
      .offset(asked.offset),
    database.$count(jobs, where),
  ]);
  return { data: await describe(oversight, rows), total };
}

async function one(oversight: Oversight, id: string): Promise<OverseenJob> {
  const rows = await oversight.database.select().from(jobs).where(eq(jobs.id, id));
  const [found] = await describe(oversight, rows);
  if (!found) throw notFound('Job');
  return found;
}

/** @throws Problem 404 */
export async function cancelAnybodys(oversight: Oversight, id: string): Promise<OverseenJob> {
  const { database } = oversight;
  const [row] = await database.select({ userId: jobs.userId }).from(jobs).where(eq(jobs.id, id));
  if (!row) throw notFound('Job');
  await cancelJob(database, row.userId, id);
  return one(oversight, id);
}

/**
 * Lets a job run again: a failed one from its beginning and for nothing, since its credits are back; one that waits
 * for its next attempt at once.
 * @throws Problem 404, or 409 for one that there is nothing to try again of
 */
export async function retry(oversight: Oversight, id: string): Promise<OverseenJob> {
  const { database } = oversight;
  await database.transaction(async (transaction) => {
    const [job] = await transaction.select().from(jobs).where(eq(jobs.id, id)).for('update');
    if (!job) throw notFound('Job');
    if (!mayRetry(job)) throw new Problem(409, 'conflict', 'There is nothing to try again');
    const isFailed = job.state === 'Failed';
    await transaction
      .update(jobs)
      .set({
        runAfter: sql`now()`,
        ...(isFailed && {
          state: 'Restarted' as const,
          phase: 'waiting' as const,
          attempts: 0,
          endedProcesses: 0,
          fence: sql`${jobs.fence} + 1`,
          externalReference: null,
          fraction: 0,
          finishedOutputs: 0,
          finishedAt: null,
          errorCode: null,
          errorMessage: null,
          errorReasons: null,
        }),
      })
      .where(eq(jobs.id, id));
    await transaction.execute(sql`select pg_notify(${channels.waiting}, ${job.engine})`);
  });
  return one(oversight, id);
}

/** Engines as they are now, and how they did in the last hour. */
export async function readEngines({ database, engines }: Oversight): Promise<EngineState[]> {
  const [{ rows: now }, { rows: ended }] = await Promise.all([
    database.execute<{
      engine: string;
      running: string;
      waiting: string;
      oldest: number | null;
    }>(sql`
      select engine, count(*) filter (where state = 'Processing') as running,
        count(*) filter (where state <> 'Processing') as waiting,
        extract(epoch from now() - min(created_at) filter (where state <> 'Processing'))::float8 as oldest
      from jobs where state in ('Pending', 'Restarted', 'Processing') group by engine`),
    database.execute<{ engine: string; finished: string; failed: string; mean: number | null }>(sql`
      select engine, count(*) filter (where state = 'Finished') as finished,
        count(*) filter (where state = 'Failed') as failed,
        avg(extract(epoch from finished_at - started_at)) filter (where state = 'Finished')::float8 as mean
      from jobs where finished_at > now() - interval '1 hour' group by engine`),
  ]);
  return engines.map((engine) => {
    const busy = now.find((row) => row.engine === engine.name);
    const done = ended.find((row) => row.engine === engine.name);
    return {
      name: engine.name,
      models: engine.models().length,
      unavailable: engine.unavailableReason(),
      concurrency: engine.concurrency,
      is_shared: engine.isShared === true,
      starts_per_minute: engine.startsPerMinute ?? null,
      running: Number(busy?.running ?? 0),
      waiting: Number(busy?.waiting ?? 0),
      oldest_seconds: Math.max(0, busy?.oldest ?? 0),
      finished: Number(done?.finished ?? 0),
      failed: Number(done?.failed ?? 0),
      mean_seconds: done?.mean ?? null,
    };
  });
}

/**
 * The last hours in spans: what was open at the end of each, what ended in it, and how long that had waited. Rows are
 * counted once, whatever the number of spans.
 */
export async function readHistory(database: Database, hours: number): Promise<QueueSpan[]> {
  const sinceMs = Date.now() - hours * 3_600_000;
  const stepMs = (hours * 3_600_000) / spans;
  const at = (moment: SQL) =>
    sql`greatest(0, ceil((extract(epoch from ${moment}) * 1000 - ${sinceMs}::float8) / ${stepMs}::float8))::int`;
  const { rows } = await database.execute<{
    began: number;
    ended: number | null;
    count: string;
    finished: string;
    failed: string;
    wait: number | null;
  }>(sql`
    with touched as (
      select created_at, started_at, finished_at, state from jobs
      where finished_at > to_timestamp(${sinceMs}::float8 / 1000)
      union all
      select created_at, null, null, state from jobs
      where state in ('Pending', 'Restarted', 'Processing')
    )
    select ${at(sql`created_at`)} as began, case when finished_at is null then null else ${at(sql`finished_at`)} end as ended, count(*) as count,
      count(*) filter (where state = 'Finished') as finished,
      count(*) filter (where state = 'Failed') as failed,
      sum(extract(epoch from greatest(started_at, created_at) - created_at))::float8 as wait
    from touched group by 1, 2`);
  const told = Array.from({ length: spans + 1 }, () => ({
    change: 0,
    ended: 0,
    finished: 0,
    failed: 0,
    wait: 0,
  }));
  // What the database's clock calls a moment later than ours belongs to the last span.
  const spanAt = (index: number) => told[Math.min(spans, index)];
  for (const row of rows) {
    const count = Number(row.count);
    const began = spanAt(row.began);
    if (began) began.change += count;
    const ended = row.ended === null ? undefined : spanAt(row.ended);
    if (!ended) continue;
    ended.change -= count;
    ended.ended += count;
    ended.finished += Number(row.finished);
    ended.failed += Number(row.failed);
    ended.wait += row.wait ?? 0;
  }
  let isOpen = told[0]?.change ?? 0;
  return told.slice(1).map(({ change, ended, finished, failed, wait }, index) => {
    isOpen += change;
    return {
      at: new Date(sinceMs + (index + 1) * stepMs).toISOString(),
      open: Math.max(0, isOpen),
      finished,
      failed,
      wait_seconds: ended === 0 ? null : Math.max(0, wait / ended),
    };
  });
}
