import { inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';

import type { modelStatus } from '../../src/api/contract/models.ts';
import type { Database } from '../database/connect.ts';
import { jobs } from '../database/schema.ts';
import type { Catalogue } from './catalogue.ts';

type Status = z.infer<typeof modelStatus.ok.schema>[number];

/** The AI Horde says this of a model that nobody serves. */
const noneEtaSeconds = 10_000;
const open = ['Pending', 'Restarted', 'Processing'] as const;

async function loads(database: Database) {
  const rows = await database
    .select({
      model: jobs.model,
      jobs: sql<number>`count(*)::int`,
      outputs: sql<number>`sum(${jobs.outputs})::int`,
      seconds: sql<number>`sum(${jobs.engineEstimateSeconds})::float`,
    })
    .from(jobs)
    .where(inArray(jobs.state, [...open]))
    .groupBy(jobs.model);
  return new Map(rows.map((row) => [row.model, row]));
}

/** How busy each model is, by one look at the jobs that have not ended. */
export async function readModelStatus(database: Database, catalogue: Catalogue): Promise<Status[]> {
  const busy = await loads(database);
  return catalogue.list('en').map((item) => {
    const load = busy.get(item.model);
    const slots = item.available ? (catalogue.engine(item.engine)?.concurrency ?? 0) : 0;
    return {
      name: item.model,
      type: 'image',
      count: slots,
      jobs: load?.jobs ?? 0,
      queued: load?.outputs ?? 0,
      eta: slots === 0 ? noneEtaSeconds : Math.round((load?.seconds ?? 0) / slots),
    };
  });
}

/** Models that are called the same, e.g. one for each of their purposes, as one entry. */
export function groupStatus(
  statuses: readonly Status[],
  nameOf: (model: string) => string,
): Status[] {
  return [...Map.groupBy(statuses, ({ name }) => nameOf(name))].map(([name, group]) => ({
    name,
    type: 'image',
    count: Math.max(...group.map(({ count }) => count)),
    jobs: group.reduce((sum, { jobs: each }) => sum + each, 0),
    queued: group.reduce((sum, { queued }) => sum + queued, 0),
    eta: Math.min(...group.map(({ eta }) => eta)),
  }));
}
