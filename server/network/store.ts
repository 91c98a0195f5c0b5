import { and, desc, eq, gt, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { networkKeys, networkWorkers } from './tables.ts';

export type WorkerRow = typeof networkWorkers.$inferSelect;
export type KeyRow = typeof networkKeys.$inferSelect;

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
