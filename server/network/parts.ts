import { and, arrayContains, eq, inArray, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { tell } from './channels.ts';
import type { PartPayload } from './payload.ts';
import type { WorkerRow } from './store.ts';
import {
  networkParts,
  networkPictures,
  networkRewards,
  networkSources,
  networkTurns,
  networkWorkers,
} from './tables.ts';

export type PartRow = typeof networkParts.$inferSelect;

export interface NewPart {
  id: string;
  output: number;
  seed: string;
}

/**
 * Puts a job's pictures out for workers; those that are out, or done, stay as they are. What workers failed at in
 * an earlier attempt waits anew.
 */
export async function placeParts(
  database: Database,
  job: { id: string; attempt: number },
  parts: readonly NewPart[],
  payload: PartPayload,
  sources: { image: Buffer; mask: Buffer | null } | null,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (sources) {
      await transaction
        .insert(networkSources)
        .values({ jobId: job.id, ...sources })
        .onConflictDoNothing();
    }
    for (const { id, output, seed } of parts) {
      await transaction.execute(sql`
        insert into network_parts (id, job_id, user_id, output, attempt, payload, seed)
        select ${id}::uuid, j.id, j.user_id, ${output}::int, ${job.attempt}::int, ${JSON.stringify(payload)}::jsonb, ${seed}::text
        from jobs j where j.id = ${job.id}::uuid
        on conflict (job_id, output) do update
          set state = 'waiting', since = now(), attempt = excluded.attempt, dropped = 0, dropped_by = '{}'
          where network_parts.state = 'failed' and network_parts.attempt < excluded.attempt`);
    }
    await tell(transaction, 'waiting');
  });
}

export const partsOf = (database: Database, jobId: string): Promise<PartRow[]> =>
  database
    .select()
    .from(networkParts)
    .where(eq(networkParts.jobId, jobId))
    .orderBy(networkParts.output);

export async function pictureOf(database: Database, partId: string): Promise<Buffer | null> {
  const [row] = await database
    .select({ data: networkPictures.data })
    .from(networkPictures)
    .where(eq(networkPictures.partId, partId));
  return row?.data ?? null;
}

export const waitingParts = (database: Database, limit: number): Promise<PartRow[]> =>
  database
    .select()
    .from(networkParts)
    .where(eq(networkParts.state, 'waiting'))
    .orderBy(networkParts.seq)
    .limit(limit);

/** Who has how many pictures under way, and how many each worker has; who got a turn when. */
export async function turnsNow(database: Database): Promise<{
  taken: Map<number, number>;
  held: Map<string, number>;
  servedMs: Map<number, number>;
}> {
  const { rows } = await database.execute<{
    user_id: string;
    worker_id: string | null;
    count: string;
  }>(sql`
    select user_id, worker_id, count(*) as count
    from network_parts where state = 'taken' group by user_id, worker_id`);
  const served = await database.select().from(networkTurns);
  const taken = new Map<number, number>();
  const held = new Map<string, number>();
  for (const row of rows) {
    const userId = Number(row.user_id);
    const count = Number(row.count);
    taken.set(userId, (taken.get(userId) ?? 0) + count);
    if (row.worker_id !== null) held.set(row.worker_id, (held.get(row.worker_id) ?? 0) + count);
  }
  const servedMs = new Map(served.map(({ userId, servedAt }) => [userId, servedAt.getTime()]));
  return { taken, held, servedMs };
}

/** Gives parts of one person to a worker. @returns those of them that were still to be had */
export function takeParts(
  database: Database,
  parts: readonly { id: string; leaseId: string; leaseSeconds: number; uploadToken: string }[],
  worker: { id: string },
  userId: number,
): Promise<PartRow[]> {
  return database.transaction(async (transaction) => {
    const taken: PartRow[] = [];
    for (const { id, leaseId, leaseSeconds, uploadToken } of parts) {
      const [row] = await transaction
        .update(networkParts)
        .set({
          state: 'taken',
          workerId: worker.id,
          leaseId,
          uploadToken,
          takenAt: sql`now()`,
          dueAt: sql`now() + ${leaseSeconds} * interval '1 second'`,
        })
        .where(and(eq(networkParts.id, id), eq(networkParts.state, 'waiting')))
        .returning();
      if (row) taken.push(row);
    }
    if (taken.length > 0) {
      await transaction
        .insert(networkTurns)
        .values({ userId, servedAt: sql`clock_timestamp()` })
        .onConflictDoUpdate({
          target: networkTurns.userId,
          set: { servedAt: sql`clock_timestamp()` },
        });
      await tell(transaction, 'waiting');
    }
    return taken;
  });
}

export async function sourcesOfJob(
  database: Database,
  jobId: string,
): Promise<{ image: Buffer; mask: Buffer | null } | null> {
  const [row] = await database.select().from(networkSources).where(eq(networkSources.jobId, jobId));
  return row ? { image: row.image, mask: row.mask } : null;
}

export async function partByLease(database: Database, leaseId: string): Promise<PartRow | null> {
  const [row] = await database.select().from(networkParts).where(eq(networkParts.leaseId, leaseId));
  return row ?? null;
}

/** Whether somebody else has got, or may get, what a worker knew by this. */
export async function isFormerLease(database: Database, leaseId: string): Promise<boolean> {
  const held = await database.$count(
    networkParts,
    arrayContains(networkParts.formerLeases, [leaseId]),
  );
  return held > 0;
}

/** Keeps what a worker sent, as long as it has the part. */
export async function keepPicture(
  database: Database,
  { leaseId }: Pick<PartRow, 'leaseId'>,
  data: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.execute(sql`
    insert into network_pictures (part_id, data)
    select id, ${data} from network_parts
    where lease_id = ${leaseId} and state in ('taken', 'cancelled')
    on conflict (part_id) do update set data = excluded.data`);
  return (rowCount ?? 0) > 0;
}

const isHeldAs = ({ leaseId }: Pick<PartRow, 'leaseId'>) =>
  leaseId === null ? sql`${networkParts.leaseId} is null` : eq(networkParts.leaseId, leaseId);

export interface Made {
  mediaType: string;
  width: number;
  height: number;
  seed: string;
  isCensored: boolean;
  warnings: string[];
}

/**
 * Books a picture that was looked at: the part is done, its worker has its reward, once. A part whose job is over
 * meanwhile goes, and is rewarded all the same.
 * @returns false when the part is not the worker's any more
 */
export function bookPicture(
  database: Database,
  part: PartRow,
  worker: WorkerRow,
  made: Made,
  data: Buffer,
  reward: { kudos: number; pixelSteps: number },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const [held] = await transaction
      .select({
        state: networkParts.state,
        seconds: sql<number>`greatest(0.05, extract(epoch from clock_timestamp() - ${networkParts.takenAt}))::float8`,
      })
      .from(networkParts)
      .where(and(eq(networkParts.id, part.id), isHeldAs(part)))
      .for('update');
    if (!held || (held.state !== 'taken' && held.state !== 'cancelled')) return false;
    if (held.state === 'taken') {
      await transaction
        .insert(networkPictures)
        .values({ partId: part.id, data })
        .onConflictDoUpdate({ target: networkPictures.partId, set: { data } });
      const { seed: madeSeed, ...rest } = made;
      await transaction
        .update(networkParts)
        .set({ state: 'done', uploadToken: null, dueAt: null, madeSeed, ...rest })
        .where(eq(networkParts.id, part.id));
    } else {
      await transaction.delete(networkParts).where(eq(networkParts.id, part.id));
    }
    const { kudos, pixelSteps } = reward;
    await transaction.insert(networkRewards).values({
      userId: worker.userId,
      workerId: worker.id,
      partId: part.id,
      model: part.payload.model,
      pixelSteps,
      seconds: held.seconds,
      kudos,
    });
    const measured = pixelSteps / held.seconds;
    await transaction
      .update(networkWorkers)
      .set({
        fulfilled: sql`${networkWorkers.fulfilled} + 1`,
        droppedInARow: 0,
        pixelSteps: sql`${networkWorkers.pixelSteps} + ${pixelSteps}`,
        speed: sql`coalesce(${networkWorkers.speed} * 0.7 + ${measured}::float8 * 0.3, ${measured}::float8)`,
        kudos: sql`${networkWorkers.kudos} + ${kudos}`,
      })
      .where(eq(networkWorkers.id, worker.id));
    await tell(transaction, 'job', part.jobId);
    return true;
  });
}

/** What becomes of a part that its worker gave back, and of the worker. */
export interface DropRule {
  /** A part that was dropped as often as this has failed. */
  partMost: number;
  /** A worker that dropped as many in a row gets nothing more until its owner says so. */
  workerMost: number;
  message: string;
}

/**
 * Takes a part from the worker that dropped it, lied about it, or let its lease run out.
 * @returns false when it was not the worker's any more
 */
export function dropPart(
  database: Database,
  part: Pick<PartRow, 'id' | 'workerId' | 'jobId' | 'leaseId'>,
  rule: DropRule,
): Promise<boolean> {
  const { workerId } = part;
  return database.transaction(async (transaction) => {
    const isTheirs = isHeldAs(part);
    const over = await transaction
      .delete(networkParts)
      .where(and(eq(networkParts.id, part.id), isTheirs, eq(networkParts.state, 'cancelled')))
      .returning({ id: networkParts.id });
    const [dropped] = await transaction
      .update(networkParts)
      .set({
        state: sql`case when ${networkParts.dropped} + 1 >= ${rule.partMost} then 'failed' else 'waiting' end`,
        since: sql`now()`,
        dropped: sql`${networkParts.dropped} + 1`,
        droppedBy:
          workerId === null
            ? sql`${networkParts.droppedBy}`
            : sql`array_append(${networkParts.droppedBy}, ${workerId}::uuid)`,
        workerId: null,
        formerLeases: sql`array_append(${networkParts.formerLeases}, ${networkParts.leaseId})`,
        leaseId: null,
        uploadToken: null,
        takenAt: null,
        dueAt: null,
      })
      .where(and(eq(networkParts.id, part.id), isTheirs, eq(networkParts.state, 'taken')))
      .returning({ id: networkParts.id });
    if (!dropped && over.length === 0) return false;
    await transaction.delete(networkPictures).where(eq(networkPictures.partId, part.id));
    if (workerId !== null) {
      const isTooMany = sql`${networkWorkers.droppedInARow} + 1 >= ${rule.workerMost}`;
      await transaction
        .update(networkWorkers)
        .set({
          uncompleted: sql`${networkWorkers.uncompleted} + 1`,
          droppedInARow: sql`${networkWorkers.droppedInARow} + 1`,
          maintenance: sql`${networkWorkers.maintenance} or ${isTooMany}`,
          maintenanceMessage: sql`case when not ${networkWorkers.maintenance} and ${isTooMany} then ${rule.message} else ${networkWorkers.maintenanceMessage} end`,
        })
        .where(eq(networkWorkers.id, workerId));
      await tell(transaction, 'workers');
    }
    await tell(transaction, 'waiting');
    await tell(transaction, 'job', part.jobId);
    return true;
  });
}

/** Parts whose lease is over. */
export function overdueParts(
  database: Database,
  limit: number,
): Promise<Pick<PartRow, 'id' | 'workerId' | 'jobId' | 'leaseId'>[]> {
  return database
    .select({
      id: networkParts.id,
      leaseId: networkParts.leaseId,
      workerId: networkParts.workerId,
      jobId: networkParts.jobId,
    })
    .from(networkParts)
    .where(
      and(inArray(networkParts.state, ['taken', 'cancelled']), sql`${networkParts.dueAt} < now()`),
    )
    .limit(limit);
}
