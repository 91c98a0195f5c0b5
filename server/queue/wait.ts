import { and, eq, inArray, lt, sql } from 'drizzle-orm';

import { isTerminalJobState } from '../../src/domain/job.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { jobs } from '../database/schema.ts';
import type { Engine } from '../engines/engine.ts';
import type { JobRow } from './claim.ts';
import { jobsAhead, queueOf } from './order.ts';
import type { PersonInQueue } from './order.ts';
import { placeOf } from './reorder.ts';

export interface Wait {
  queuePosition: number;
  waitSeconds: number;
}

/** Part of the time already used that an overdue job is still given, so that nobody is told "0 s" for long. */
const overdueShare = 0.1;

function secondsUntilStart(
  people: readonly PersonInQueue[],
  ahead: number,
  concurrency: number,
): number {
  const waiting = people.reduce((sum, person) => sum + person.waiting, 0);
  const running = people.reduce((sum, person) => sum + person.running, 0);
  const seconds = people.reduce((sum, person) => sum + person.waitingSeconds, 0);
  const mean = waiting > 0 ? seconds / waiting : 0;
  const slots = Math.max(1, concurrency);
  // On average a running job is half done.
  const untilFree = running >= slots ? mean / 2 : 0;
  return untilFree + (ahead * mean) / slots;
}

/** For a job that is about to be submitted: behind all that its owner has waiting. */
export async function estimateWait(
  database: Database | Transaction,
  engine: Engine,
  job: { userId: number; estimateSeconds: number },
): Promise<Wait> {
  const people = await queueOf(database, engine.name);
  const own = people.find((person) => person.userId === job.userId)?.waiting ?? 0;
  const queuePosition = jobsAhead(people, job.userId, own);
  const untilStart = secondsUntilStart(people, queuePosition, engine.concurrency);
  return { queuePosition, waitSeconds: untilStart + job.estimateSeconds };
}

/** Says how long jobs still take. What it said of a job before never gets worse while the job goes on. */
export interface WaitTeller {
  of(job: JobRow): Promise<Wait>;
}

/** As callers are told it: rounded up, since zero means that the job has ended. */
export const toTenths = (seconds: number): number => Math.ceil(seconds * 10) / 10;

const rememberedMax = 10_000;
const snapshotMs = 250;

export function createWaitTeller(
  database: Database,
  engineOf: (name: string) => Engine | null,
): WaitTeller {
  const told = new Map<string, Wait & { fence: number; place: number | null }>();
  const snapshots = new Map<string, { at: number; people: Promise<PersonInQueue[]> }>();

  function people(engine: string): Promise<PersonInQueue[]> {
    const known = snapshots.get(engine);
    // Many devices ask at the same time; the queue looks the same to all of them.
    if (known && performance.now() - known.at < snapshotMs) return known.people;
    const fresh = { at: performance.now(), people: queueOf(database, engine) };
    fresh.people.catch(() => snapshots.delete(engine));
    snapshots.set(engine, fresh);
    return fresh.people;
  }

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
    const inQueue = await people(job.engine);
    const queuePosition = jobsAhead(inQueue, job.userId, own?.count ?? 0);
    const concurrency = engineOf(job.engine)?.concurrency ?? 1;
    const untilStart = secondsUntilStart(inQueue, queuePosition, concurrency);
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

  return {
    async of(job) {
      if (isTerminalJobState(job.state)) {
        told.delete(job.id);
        return { queuePosition: 0, waitSeconds: 0 };
      }
      const now = job.state === 'Processing' ? whileRunning(job) : await whileWaiting(job);
      const before = told.get(job.id);
      // Going back into the queue, or another order by its owner, are the honest reasons to say more than before.
      const isMoved = before?.place !== job.place;
      const goesOn =
        before && !isMoved && !(job.state === 'Restarted' && before.fence !== job.fence);
      const wait = {
        queuePosition: goesOn
          ? Math.min(before.queuePosition, now.queuePosition)
          : now.queuePosition,
        waitSeconds: goesOn ? Math.min(before.waitSeconds, now.waitSeconds) : now.waitSeconds,
      };
      if (told.size >= rememberedMax) {
        const oldest = told.keys().next();
        if (!oldest.done) told.delete(oldest.value);
      }
      told.delete(job.id);
      told.set(job.id, { ...wait, fence: job.fence, place: job.place });
      return wait;
    },
  };
}
