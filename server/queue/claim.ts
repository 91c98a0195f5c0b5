import { and, eq, inArray, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { jobs, queueTurns } from '../database/schema.ts';
import { claimSql } from './order.ts';

export type JobRow = typeof jobs.$inferSelect;

export const leaseMs = 30_000;
export const maxAttempts = 3;

export const leaseEnd = sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** Takes jobs for this process: each has a lease and a new fence from then on. */
export function claimJobs(
  database: Database,
  engine: string,
  limit: number,
  instanceId: number,
): Promise<JobRow[]> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ id: string }>(claimSql(engine, limit));
    if (rows.length === 0) return [];
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
        finishedOutputs: 0,
      })
      .where(inArray(jobs.id, ids))
      .returning();
    const order = new Map(ids.map((id, index) => [id, index]));
    claimed.sort((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0));
    for (const job of claimed) {
      // clock_timestamp(): several turns in one transaction still come one after the other.
      await transaction
        .insert(queueTurns)
        .values({ userId: job.userId, engine, servedAt: sql`clock_timestamp()` })
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
