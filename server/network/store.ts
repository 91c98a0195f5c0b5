import { and, arrayContains, desc, eq, gt, inArray, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import type { PartPayload } from './payload.ts';
import {
  networkKeys,
  networkParts,
  networkPictures,
  networkRewards,
  networkSources,
  networkTurns,
  networkWorkers,
} from './tables.ts';

export type WorkerRow = typeof networkWorkers.$inferSelect;
export type PartRow = typeof networkParts.$inferSelect;
export type KeyRow = typeof networkKeys.$inferSelect;

/** Told in the database: that the waiting parts changed, that a job's parts did, that workers did. */
export const networkChannels = {
  waiting: 'network_waiting',
  job: 'network_job',
  workers: 'network_workers',
} as const;

export async function tell(
  database: Database | Transaction,
  channel: keyof typeof networkChannels,
  payload = '',
): Promise<void> {
  await database.execute(sql`select pg_notify(${networkChannels[channel]}, ${payload})`);
}

// ── Keys

export function keysOf(database: Database, userId: number): Promise<KeyRow[]> {
  return database
    .select()
    .from(networkKeys)
    .where(eq(networkKeys.userId, userId))
    .orderBy(desc(networkKeys.createdAt));
}

/** @returns null when the person has as many already */
export async function addKey(
  database: Database,
  row: typeof networkKeys.$inferInsert,
  most: number,
): Promise<KeyRow | null> {
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select id from users where id = ${row.userId} for update`);
    const held = await transaction.$count(networkKeys, eq(networkKeys.userId, row.userId));
    if (held >= most) return null;
    const [added] = await transaction.insert(networkKeys).values(row).returning();
    return added ?? null;
  });
}

export async function removeKey(database: Database, userId: number, id: string): Promise<boolean> {
  const removed = await database
    .delete(networkKeys)
    .where(and(eq(networkKeys.id, id), eq(networkKeys.userId, userId)))
    .returning({ id: networkKeys.id });
  return removed.length > 0;
}

/** Whose key that is, and whether an operator keeps them out. */
export async function ownerOfKey(
  database: Database,
  keyHash: Buffer,
): Promise<{ userId: number; nick: string; isSuperUser: boolean; isLocked: boolean } | null> {
  const { rows } = await database.execute<{
    user_id: string;
    nick: string;
    is_super_user: boolean;
    is_locked: boolean;
  }>(sql`
    select k.user_id, u.nick, u.is_super_user, u.locked_at is not null as is_locked
    from network_keys k join users u on u.id = k.user_id where k.key_hash = ${keyHash}`);
  const [row] = rows;
  if (!row) return null;
  return {
    userId: Number(row.user_id),
    nick: row.nick,
    isSuperUser: row.is_super_user,
    isLocked: row.is_locked,
  };
}

export async function noteKeyUse(database: Database, keyHash: Buffer): Promise<void> {
  await database
    .update(networkKeys)
    .set({ usedAt: sql`now()` })
    .where(eq(networkKeys.keyHash, keyHash));
}

/** Account numbers of those whose names a worker gives, as `nick#number`. */
export async function peopleNamed(database: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from users where id in (${sql.join([...ids], sql`, `)})`,
  );
  return rows.map(({ id }) => Number(id));
}

// ── Workers

/**
 * Notes that a worker was here, with what it says it can do. Its uptime grows by what passed since it was here
 * last, unless it was away.
 * @returns null where the name is somebody else's, or the person has as many workers already
 */
export async function checkIn(
  database: Database,
  row: typeof networkWorkers.$inferInsert,
  awaySeconds: number,
  most: number,
): Promise<WorkerRow | 'taken' | 'too-many'> {
  const { bridgeAgent, models, abilities, name, userId, nameKey } = row;
  const passed = sql`extract(epoch from now() - ${networkWorkers.seenAt})`;
  const update = async (): Promise<WorkerRow | null> => {
    const [updated] = await database
      .update(networkWorkers)
      .set({
        name,
        bridgeAgent,
        models,
        abilities,
        seenAt: sql`now()`,
        uptimeSeconds: sql`${networkWorkers.uptimeSeconds} + (case when ${passed} < ${awaySeconds} then ${passed} else 0 end)::bigint`,
      })
      .where(and(eq(networkWorkers.nameKey, nameKey), eq(networkWorkers.userId, userId)))
      .returning();
    return updated ?? null;
  };
  const known = await update();
  if (known) return known;
  if ((await database.$count(networkWorkers, eq(networkWorkers.userId, userId))) >= most) {
    return 'too-many';
  }
  const [added] = await database
    .insert(networkWorkers)
    .values(row)
    .onConflictDoNothing()
    .returning();
  return added ?? (await update()) ?? 'taken';
}

const seenWithin = (seconds: number) =>
  gt(networkWorkers.seenAt, sql`now() - ${seconds} * interval '1 second'`);

/** Workers that were here within some seconds. */
export const recentWorkers = (database: Database, seconds: number): Promise<WorkerRow[]> =>
  database.select().from(networkWorkers).where(seenWithin(seconds)).orderBy(networkWorkers.name);

export const workersOf = (database: Database, userId: number): Promise<WorkerRow[]> =>
  database
    .select()
    .from(networkWorkers)
    .where(eq(networkWorkers.userId, userId))
    .orderBy(networkWorkers.name);

export async function workerBy(
  database: Database,
  by: { id: string } | { nameKey: string },
): Promise<WorkerRow | null> {
  const [row] = await database
    .select()
    .from(networkWorkers)
    .where('id' in by ? eq(networkWorkers.id, by.id) : eq(networkWorkers.nameKey, by.nameKey));
  return row ?? null;
}

export type WorkerChange = Partial<
  Pick<WorkerRow, 'maintenance' | 'maintenanceMessage' | 'paused' | 'info' | 'name' | 'nameKey'>
>;

/** @returns null when it is not there; `taken` when another worker has the name */
export async function changeWorker(
  database: Database,
  id: string,
  change: WorkerChange,
): Promise<WorkerRow | 'taken' | null> {
  const { nameKey } = change;
  if (nameKey !== undefined) {
    const other = await workerBy(database, { nameKey });
    if (other && other.id !== id) return 'taken';
  }
  const [row] = await database
    .update(networkWorkers)
    .set({
      ...change,
      // Whoever calls it back gives it another chance.
      ...(change.maintenance === false && { droppedInARow: 0, maintenanceMessage: null }),
    })
    .where(eq(networkWorkers.id, id))
    .returning();
  return row ?? null;
}

export async function removeWorker(database: Database, id: string): Promise<void> {
  await database.delete(networkWorkers).where(eq(networkWorkers.id, id));
}

/** Names of people by number, for those who lend something. */
export async function nicksOf(
  database: Database,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.execute<{ id: string; nick: string }>(
    sql`select id, nick from users where id in (${sql.join([...ids], sql`, `)})`,
  );
  return new Map(rows.map(({ id, nick }) => [Number(id), nick]));
}

// ── Parts

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

// ── Figures

export interface NetworkFigures {
  minutePixelSteps: number;
  /** Pixel steps a second of each model in the last hour. */
  speeds: Map<string, number>;
  /** What waits or is under way, by model. */
  queued: Map<string, { pictures: number; pixelSteps: number }>;
}

export async function readFigures(
  database: Database,
  pixelSteps: (payload: PartPayload) => number,
): Promise<NetworkFigures> {
  const { rows } = await database.execute<{
    model: string;
    minute: number;
    hour: number;
    seconds: number;
  }>(sql`
    select model, coalesce(sum(pixel_steps) filter (where created_at > now() - interval '1 minute'), 0)::float8 as minute,
      sum(pixel_steps)::float8 as hour, sum(seconds)::float8 as seconds
    from network_rewards where created_at > now() - interval '1 hour' group by model`);
  const open = await database
    .select({ payload: networkParts.payload, count: sql<string>`count(*)` })
    .from(networkParts)
    .where(inArray(networkParts.state, ['waiting', 'taken']))
    .groupBy(networkParts.payload);
  const queued: NetworkFigures['queued'] = new Map();
  for (const { payload, count } of open) {
    const before = queued.get(payload.model) ?? { pictures: 0, pixelSteps: 0 };
    const pictures = Number(count);
    queued.set(payload.model, {
      pictures: before.pictures + pictures,
      pixelSteps: before.pixelSteps + pictures * pixelSteps(payload),
    });
  }
  return {
    minutePixelSteps: rows.reduce((sum, { minute }) => sum + minute, 0),
    speeds: new Map(rows.map(({ model, hour, seconds }) => [model, hour / Math.max(seconds, 1)])),
    queued,
  };
}

export interface LenderRow {
  [column: string]: unknown;
  id: string;
  nick: string;
  age: number;
  kudos: number;
  pixel_steps: number;
  pictures: string;
  workers: string;
}

const lenders = (where: ReturnType<typeof sql>) => sql<LenderRow>`
  select u.id, u.nick, extract(epoch from now() - u.created_at)::int as age,
    coalesce(sum(r.kudos), 0)::float8 as kudos, coalesce(sum(r.pixel_steps), 0)::float8 as pixel_steps,
    count(r.id) as pictures,
    (select count(*) from network_workers w where w.user_id = u.id) as workers
  from users u left join network_rewards r on r.user_id = u.id
  where ${where} group by u.id, u.nick, u.created_at`;

/** Who has lent most, by kudos. */
export async function topLenders(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<LenderRow[]> {
  const lent = sql`exists (select 1 from network_workers w where w.user_id = u.id)`;
  const { rows } = await database.execute<LenderRow>(
    sql`${lenders(lent)} order by kudos desc, u.id limit ${limit} offset ${offset}`,
  );
  return rows;
}

export async function lenderBy(database: Database, userId: number): Promise<LenderRow | null> {
  const { rows } = await database.execute<LenderRow>(lenders(sql`u.id = ${userId}`));
  return rows[0] ?? null;
}

/** How many pictures and pixel steps in the last minute, hour, day, month, and ever. */
export async function totals(
  database: Database,
): Promise<Record<string, { images: number; ps: number }>> {
  const spans = { minute: '1 minute', hour: '1 hour', day: '1 day', month: '30 days' };
  const columns = Object.entries(spans).map(
    ([name, span]) => sql`
      count(*) filter (where created_at > now() - ${span}::interval) as ${sql.identifier(`${name}_images`)},
      coalesce(sum(pixel_steps) filter (where created_at > now() - ${span}::interval), 0)::float8 as ${sql.identifier(`${name}_ps`)}`,
  );
  const { rows } = await database.execute<Record<string, string | number>>(sql`
    select ${sql.join(columns, sql`, `)}, count(*) as total_images,
      coalesce(sum(pixel_steps), 0)::float8 as total_ps from network_rewards`);
  const [row = {}] = rows;
  return Object.fromEntries(
    [...Object.keys(spans), 'total'].map((name) => [
      name,
      { images: Number(row[`${name}_images`] ?? 0), ps: Number(row[`${name}_ps`] ?? 0) },
    ]),
  );
}
