import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { lockSpaces } from '../database/folder-lock.ts';
import { engineStarts, jobs, queueTurns } from './tables.ts';
import type { Engine } from '../engines/contract/engine.ts';
import { claimSql } from './order.ts';
import type { JobRow } from './job.ts';

export const leaseMs = 30_000;
export const maxAttempts = 3;

export const leaseEnd = sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** What bounds the claims of an engine in all processes together. */
export type EngineBudget = Pick<Engine, 'concurrency' | 'isShared' | 'startsPerMinute'> & {
  /** The engine's. */
  name: string;
};

const budgetWindow = sql`interval '1 minute'`;

/** How many of `limit` jobs may start now; the caller holds the engine's lock. */
function allowed(engine: EngineBudget, limit: number) {
  const bounds = [sql`${limit}::int`];
  if (engine.isShared) {
    bounds.push(sql`${engine.concurrency}::int - (
      select count(*) from jobs where engine = ${engine.name} and state = 'Processing')`);
  }
  if (engine.startsPerMinute !== undefined) {
    bounds.push(sql`${engine.startsPerMinute}::int - (
      select count(*) from engine_starts
      where engine = ${engine.name} and started_at > clock_timestamp() - ${budgetWindow})`);
  }
  return sql`(select greatest(0, least(${sql.join(bounds, sql`, `)})))`;
}

async function recordStarts(
  transaction: Transaction,
  engine: EngineBudget,
  count: number,
): Promise<void> {
  if (engine.startsPerMinute === undefined) return;
  await transaction.execute(sql`
    delete from ${engineStarts}
    where engine = ${engine.name} and started_at < clock_timestamp() - ${budgetWindow}`);
  await transaction.execute(sql`
    insert into ${engineStarts} (engine, started_at)
    select ${engine.name}, clock_timestamp() from generate_series(1, ${count}::int)`);
}

/**
 * Takes jobs for this process: each has a lease and a new fence from then on. Processes claim for one engine
 * one after the other, so that the order is fair and its bounds hold in all of them together.
 */
export function claimJobs(
  database: Database,
  engine: EngineBudget,
  limit: number,
  instanceId: number,
): Promise<JobRow[]> {
  return database.transaction(async (transaction) => {
    await transaction.execute(
      sql`select pg_advisory_xact_lock(${lockSpaces.claim}, hashtext(${engine.name}))`,
    );
    const { rows } = await transaction.execute<{ id: string }>(
      claimSql(engine.name, allowed(engine, limit), limit),
    );
    if (rows.length === 0) return [];
    await recordStarts(transaction, engine, rows.length);
    const ids = rows.map((row) => row.id);
    const claimed = await transaction
      .update(jobs)
      .set({
        state: 'Processing',
        phase: 'preparing',
        attempts: sql`${jobs.attempts} + 1`,
        fence: sql`${jobs.fence} + 1`,
        leaseOwner: instanceId,
        leaseUntil: leaseEnd,
        startedAt: sql`now()`,
        fraction: 0,
        engineWaitSeconds: null,
        engineQueuePosition: null,
        engineIsPossible: true,
        finishedOutputs: 0,
        previewNumber: 0,
      })
      .where(inArray(jobs.id, ids))
      .returning();
    const order = new Map(ids.map((id, index) => [id, index]));
    claimed.sort((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0));
    for (const job of claimed) {
      // clock_timestamp(): several turns in one transaction still come one after the other.
      await transaction
        .insert(queueTurns)
        .values({ userId: job.userId, engine: engine.name, servedAt: sql`clock_timestamp()` })
        .onConflictDoUpdate({
          target: [queueTurns.engine, queueTurns.userId],
          set: { servedAt: sql`clock_timestamp()` },
        });
    }
    return claimed;
  });
}

/** What this process may still say about a job: nobody claimed, cancelled or released it since. */
export const stillHeld = (id: string, fence: number) =>
  and(eq(jobs.id, id), eq(jobs.fence, fence), eq(jobs.state, 'Processing'));

/** Extends the leases of running jobs. @returns ids of those that are still held */
export async function renewLeases(
  database: Database,
  held: readonly { id: string; fence: number }[],
): Promise<Set<string>> {
  if (held.length === 0) return new Set();
  const pairs = sql.join(
    held.map(({ id, fence }) => sql`(${id}::uuid, ${fence}::int)`),
    sql`, `,
  );
  const rows = await database
    .update(jobs)
    .set({ leaseUntil: leaseEnd })
    .where(and(eq(jobs.state, 'Processing'), sql`(${jobs.id}, ${jobs.fence}) in (${pairs})`))
    .returning({ id: jobs.id });
  return new Set(rows.map((row) => row.id));
}
