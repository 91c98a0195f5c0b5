import { randomUUID } from 'node:crypto';

import { and, eq, lt } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { textJobs } from './tables.ts';
import type { Log } from '../log.ts';
import type { Told } from './helper-chain.ts';

export type TextJob = typeof textJobs.$inferSelect;
type Work = (signal: AbortSignal) => Promise<Told<string>>;

/** Work on words that nobody holds a line for; any process can say how it is. */
export interface TextJobs {
  /** @param id of a job that may have been submitted before: then it is that one */
  submit(userId: number, work: Work, id?: string): Promise<string>;
  /** Null for a job that is not there, or somebody else's. */
  find(userId: number, id: string): Promise<TextJob | null>;
  /** Ends it where it still runs. */
  cancel(userId: number, id: string): Promise<TextJob | null>;
  stop(): Promise<void>;
}

/** Longer than all helpers together may take: whoever still runs then has lost its process. */
const lifeMs = 5 * 60_000;
const keptMs = 3_600_000;

export function createTextJobs(database: Database, log: Log): TextJobs {
  const running = new Map<string, { abort: AbortController; ended: Promise<void> }>();

  const owned = (userId: number, id: string) =>
    and(eq(textJobs.id, id), eq(textJobs.userId, userId));
  const stillRunning = (id: string) => and(eq(textJobs.id, id), eq(textJobs.state, 'running'));

  async function find(userId: number, id: string): Promise<TextJob | null> {
    const [job] = await database.select().from(textJobs).where(owned(userId, id));
    if (!job) return null;
    const isLost = job.state === 'running' && job.createdAt.getTime() < Date.now() - lifeMs;
    return isLost ? { ...job, state: 'faulted' } : job;
  }

  async function run(id: string, work: Work, signal: AbortSignal): Promise<void> {
    try {
      const { value, provider, fallback } = await work(signal);
      await database
        .update(textJobs)
        .set({ state: 'done', text: value, provider, fallback })
        .where(stillRunning(id));
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, textJob: id }, 'a text job failed');
      await database
        .update(textJobs)
        .set({ state: 'faulted' })
        .where(stillRunning(id))
        .catch((late: unknown) => log.warn({ err: late }, 'a text job could not be ended'));
    } finally {
      running.delete(id);
    }
  }

  return {
    async submit(userId, work, id = randomUUID()) {
      await database
        .delete(textJobs)
        .where(
          and(eq(textJobs.userId, userId), lt(textJobs.createdAt, new Date(Date.now() - keptMs))),
        );
      const begun = await database
        .insert(textJobs)
        .values({ id, userId, state: 'running' })
        .onConflictDoNothing()
        .returning();
      if (begun.length === 0) return id;
      const abort = new AbortController();
      running.set(id, { abort, ended: run(id, work, abort.signal) });
      return id;
    },
    find,
    async cancel(userId, id) {
      const [job] = await database
        .update(textJobs)
        .set({ state: 'cancelled' })
        .where(and(owned(userId, id), stillRunning(id)))
        .returning();
      running.get(id)?.abort.abort('cancelled');
      return job ?? find(userId, id);
    },
    async stop() {
      const all = [...running.values()];
      for (const { abort } of all) abort.abort('shutdown');
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
