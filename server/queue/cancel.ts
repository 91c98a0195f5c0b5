import { and, eq, sql } from 'drizzle-orm';

import { isTerminalJobState } from '../../src/domain/job.ts';
import type { Database } from '../database/connect.ts';
import { jobs } from './tables.ts';
import type { JobRow } from './job.ts';
import { endWithoutResult } from './finish.ts';
import { channels } from './instance.ts';

/**
 * Cancels a job in whatever state it is; its credits are back when this resolves. A completion that comes
 * later finds another fence and changes nothing; one that was first wins, and the job stays finished.
 * @returns the job as it is then, or null when this person has no such job
 */
export async function cancelJob(
  database: Database,
  userId: number,
  jobId: string,
): Promise<JobRow | null> {
  return database.transaction(async (transaction) => {
    const mine = and(eq(jobs.id, jobId), eq(jobs.userId, userId));
    const [job] = await transaction.select().from(jobs).where(mine).for('update');
    if (!job) return null;
    if (isTerminalJobState(job.state)) return job;
    await endWithoutResult(transaction, job, 'Cancelled', null);
    if (job.state === 'Processing') {
      await transaction.execute(sql`select pg_notify(${channels.cancelled}, ${jobId})`);
    } else if (job.externalReference !== null) {
      await transaction.execute(sql`select pg_notify(${channels.abandoned}, ${jobId})`);
    }
    const [cancelled] = await transaction.select().from(jobs).where(mine);
    return cancelled ?? null;
  });
}
