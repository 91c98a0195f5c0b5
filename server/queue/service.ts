import { batchCalls } from '../async/batch-calls.ts';
import type { Database } from '../database/connect.ts';
import { readJobs, readLoads } from './store.ts';
import type { JobRow } from './job.ts';

/** What jobs that have not ended ask of a model. */
export interface ModelLoad {
  jobs: number;
  outputs: number;
  seconds: number;
}

/** By the model's name. */
export async function modelLoads(database: Database): Promise<Map<string, ModelLoad>> {
  return new Map((await readLoads(database)).map((row) => [row.model, row]));
}

/** Finds a person's job. Many devices ask at the same time: they are looked up together. */
export function createFindJob(
  database: Database,
): (userId: number, id: string) => Promise<JobRow | null> {
  const jobById = batchCalls(
    async (ids: string[]) => {
      const found = new Map((await readJobs(database, ids)).map((job) => [job.id, job]));
      return ids.map((id) => found.get(id) ?? null);
    },
    { atOnce: 2, most: 100 },
  );
  return async (userId, id) => {
    const job = await jobById(id);
    // Somebody else's job is as unknown as one that never was.
    return job?.userId === userId ? job : null;
  };
}
