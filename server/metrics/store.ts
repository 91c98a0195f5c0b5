import { sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';

/** Jobs that wait or run, by engine. */
export async function queueNow(
  database: Database,
): Promise<
  { engine: string; state: 'waiting' | 'running'; jobs: number; oldestSeconds: number }[]
> {
  const { rows } = await database.execute<{
    engine: string;
    state: 'waiting' | 'running';
    jobs: string;
    oldest: string;
  }>(sql`
    select engine, case state when 'Processing' then 'running' else 'waiting' end as state,
      count(*) as jobs, extract(epoch from now() - min(created_at)) as oldest
    from jobs where state in ('Pending', 'Restarted') or state = 'Processing'
    group by 1, 2`);
  return rows.map(({ engine, state, jobs, oldest }) => ({
    engine,
    state,
    jobs: Number(jobs),
    oldestSeconds: Number(oldest),
  }));
}

/** Jobs that ended in a time, each with how long it ran. */
export async function jobsEnded(
  database: Database,
  from: Date,
  until: Date,
): Promise<{ engine: string; state: string; error: string; seconds: number | null }[]> {
  const { rows } = await database.execute<{
    engine: string;
    state: string;
    error: string;
    seconds: string | null;
  }>(sql`
    select engine, state, coalesce(error_code, '') as error,
      extract(epoch from finished_at - started_at) as seconds
    from jobs where finished_at > ${from.toISOString()} and finished_at <= ${until.toISOString()}`);
  return rows.map(({ seconds, ...row }) => ({
    ...row,
    seconds: seconds === null ? null : Number(seconds),
  }));
}

/** Number of the last row of the ledger that was written before a time; 0 for none. */
export async function lastMovement(database: Database, until: Date): Promise<number> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select id from ledger where created_at <= ${until.toISOString()} order by id desc limit 1`);
  return Number(rows[0]?.id ?? 0);
}

/** What came and went after a row of the ledger and before a time, by what it was for. */
export async function creditsMoved(
  database: Database,
  afterId: number,
  until: Date,
): Promise<{ typeDetail: number; change: number; lastId: number }[]> {
  const { rows } = await database.execute<{
    type_detail: number;
    change: string;
    last_id: string;
  }>(sql`
    select type_detail, sum(change) as change, max(id) as last_id
    from ledger where id > ${afterId} and created_at <= ${until.toISOString()}
    group by type_detail, sign(change)`);
  return rows.map((row) => ({
    typeDetail: row.type_detail,
    change: Number(row.change),
    lastId: Number(row.last_id),
  }));
}
