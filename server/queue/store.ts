import { inArray, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import type { JobRow } from './job.ts';
import { jobs } from './tables.ts';

/** Jobs that are there, whosesoever they are. */
export async function readJobs(database: Database, ids: readonly string[]): Promise<JobRow[]> {
  return database
    .select()
    .from(jobs)
    .where(inArray(jobs.id, [...new Set(ids)]));
}

/** How much is asked of each model by jobs that have not ended. */
export async function readLoads(database: Database) {
  return database
    .select({
      model: jobs.model,
      jobs: sql<number>`count(*)::int`,
      outputs: sql<number>`sum(${jobs.outputs})::int`,
      seconds: sql<number>`sum(${jobs.engineEstimateSeconds})::float`,
    })
    .from(jobs)
    .where(inArray(jobs.state, ['Pending', 'Restarted', 'Processing']))
    .groupBy(jobs.model);
}
