import { inArray, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import type { PartPayload } from './payload.ts';
import { networkParts } from './tables.ts';

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
