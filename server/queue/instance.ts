import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { and, eq, lt, ne, or, sql } from 'drizzle-orm';
import type pg from 'pg';

import type { Database, Storage } from '../database/connect.ts';
import { lockSpaces } from '../database/folder-lock.ts';
import { instances, jobs } from './tables.ts';
import type { Log } from '../log.ts';
import { maxAttempts } from './claim.ts';
import { endWithoutResult, putBack } from './finish.ts';

/** Names of the NOTIFY channels; their payloads are short. */
export const channels = {
  waiting: 'kiln_waiting',
  cancelled: 'kiln_cancelled',
  abandoned: 'kiln_abandoned',
} as const;

/** This process in the database: as long as it lives, it holds the lock on its number. */
export interface Instance {
  id: number;
  /** Jobs of processes that are dead, and jobs whose lease ran out, go back into the queue. */
  recover(): Promise<number>;
  stop(): Promise<void>;
}

export interface InstanceEvents {
  /** A job may be waiting; without a name, at any engine. */
  onWaiting(engine: string | null): void;
  onCancelled(jobId: string): void;
  /** Cancelled between two attempts: nobody runs it, and its engine's server may still have it. */
  onAbandoned(jobId: string): void;
}

async function takeBack(
  database: Database,
  jobId: string,
  fence: number,
  log: Log,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [job] = await transaction
      .select()
      .from(jobs)
      .where(and(eq(jobs.id, jobId), eq(jobs.fence, fence), eq(jobs.state, 'Processing')))
      .for('update', { skipLocked: true });
    if (!job) return false;
    if (job.attempts < maxAttempts) {
      log.warn({ job: jobId, attempts: job.attempts }, 'an orphaned job goes back into the queue');
      await putBack(transaction, job, { delayMs: 0, countsAsAttempt: true });
    } else {
      log.error({ job: jobId, attempts: job.attempts }, 'a job ended its process too often');
      const message = 'The platform failed every time it tried this';
      await endWithoutResult(transaction, job, 'Failed', { code: 'engine-failed', message });
    }
    await transaction.execute(sql`select pg_notify(${channels.waiting}, ${job.engine})`);
    return true;
  });
}

export async function startInstance(
  storage: Storage,
  events: InstanceEvents,
  /** Jobs that each engine runs at once here. */
  slots: Record<string, number>,
  log: Log,
): Promise<Instance> {
  const { database } = storage;
  let isStopping = false;
  let client = await storage.connect();
  const id = await register(client);

  /** With the lock from the first moment on: nobody may take it for dead. */
  async function register(connection: pg.Client): Promise<number> {
    await connection.query('begin');
    const { rows } = await connection.query<{ id: number }>(
      'insert into instances (host, pid, slots) values ($1, $2, $3) returning id',
      [hostname(), process.pid, slots],
    );
    const [row] = rows;
    if (!row) throw new Error('this process could not be registered');
    await connection.query('select pg_advisory_lock($1, $2)', [lockSpaces.instance, row.id]);
    await connection.query('commit');
    return row.id;
  }

  async function attend(connection: pg.Client): Promise<void> {
    connection.on('notification', ({ channel, payload }) => {
      if (channel === channels.waiting) events.onWaiting(payload || null);
      else if (payload && channel === channels.cancelled) events.onCancelled(payload);
      else if (payload) events.onAbandoned(payload);
    });
    connection.once('end', () => void (isStopping || reconnect()));
    await connection.query('select pg_advisory_lock($1, $2)', [lockSpaces.instance, id]);
    // Others may have taken it for dead while it had no connection.
    await connection.query(
      `insert into instances (id, host, pid, slots) overriding system value values ($1, $2, $3, $4)
       on conflict do nothing`,
      [id, hostname(), process.pid, slots],
    );
    await connection.query(`listen ${channels.waiting}`);
    await connection.query(`listen ${channels.cancelled}`);
    await connection.query(`listen ${channels.abandoned}`);
  }

  async function reconnect(): Promise<void> {
    for (let delayMs = 100; !isStopping; delayMs = Math.min(5_000, delayMs * 2)) {
      await sleep(delayMs);
      try {
        const fresh = await storage.connect();
        await attend(fresh);
        client = fresh;
        events.onWaiting(null);
        return;
      } catch (error) {
        log.warn({ err: error }, 'the database cannot be reached');
      }
    }
  }

  await attend(client);

  /** A lock that can be had belongs to a process that is gone. */
  async function isDead(owner: number): Promise<boolean> {
    const { rows } = await database.execute<{ free: boolean }>(
      // For the transaction of this one statement only.
      sql`select pg_try_advisory_xact_lock(${lockSpaces.instance}, ${owner}) as free`,
    );
    return rows[0]?.free === true;
  }

  return {
    id,
    async recover() {
      const running = await database
        .select({
          id: jobs.id,
          fence: jobs.fence,
          owner: jobs.leaseOwner,
          expired: sql<boolean>`${jobs.leaseUntil} < now()`,
        })
        .from(jobs)
        .where(
          and(
            eq(jobs.state, 'Processing'),
            or(ne(jobs.leaseOwner, id), lt(jobs.leaseUntil, sql`now()`)),
          ),
        );
      const dead = new Map<number, boolean>();
      let recovered = 0;
      for (const job of running) {
        const owner = job.owner ?? 0;
        if (!job.expired && !dead.has(owner)) dead.set(owner, await isDead(owner));
        if (job.expired || dead.get(owner)) {
          if (await takeBack(database, job.id, job.fence, log)) recovered += 1;
        }
      }
      const others = await database
        .select({ id: instances.id })
        .from(instances)
        .where(ne(instances.id, id));
      for (const other of others) {
        if (!(dead.get(other.id) ?? (await isDead(other.id)))) continue;
        await database.delete(instances).where(eq(instances.id, other.id));
      }
      return recovered;
    },
    async stop() {
      isStopping = true;
      await database.delete(instances).where(eq(instances.id, id));
      await client.end();
    },
  };
}
