import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';

/** What one person has in the queue of one engine. */
export interface PersonInQueue {
  userId: number;
  waiting: number;
  running: number;
  /** Microseconds since the epoch; null when never served. */
  servedAt: number | null;
  /** Place of the person's first waiting job in the order of submission. */
  firstSeq: number;
  /** Estimated seconds of all waiting jobs. */
  waitingSeconds: number;
}

export async function queueOf(
  database: Database | Transaction,
  engine: string,
): Promise<PersonInQueue[]> {
  const { rows } = await database.execute<{
    user_id: string;
    waiting: string;
    running: string;
    served_at: string | null;
    first_seq: string | null;
    waiting_seconds: number | null;
  }>(sql`
    with people as (
      -- One index for those that wait and one for those that run; none for both together.
      select user_id, count(*) as waiting, 0 as running, min(coalesce(place, seq)) as first_seq,
        sum(estimate_seconds) as waiting_seconds
      from jobs where engine = ${engine} and state in ('Pending', 'Restarted') group by user_id
      union all
      select user_id, 0, count(*), null, null
      from jobs where engine = ${engine} and state = 'Processing' group by user_id
    )
    select p.user_id, sum(waiting) as waiting, sum(running) as running,
      (extract(epoch from max(t.served_at)) * 1000000)::bigint as served_at,
      min(first_seq) as first_seq, sum(waiting_seconds) as waiting_seconds
    from people p
    left join queue_turns t on t.engine = ${engine} and t.user_id = p.user_id
    group by p.user_id`);
  return rows.map((row) => ({
    userId: Number(row.user_id),
    waiting: Number(row.waiting),
    running: Number(row.running),
    servedAt: row.served_at === null ? null : Number(row.served_at),
    firstSeq: row.first_seq === null ? Number.MAX_SAFE_INTEGER : Number(row.first_seq),
    waitingSeconds: row.waiting_seconds ?? 0,
  }));
}

/** Somebody who has nothing in the queue yet. */
export const newcomer = (userId: number): PersonInQueue => ({
  userId,
  waiting: 0,
  running: 0,
  servedAt: null,
  firstSeq: Number.MAX_SAFE_INTEGER,
  waitingSeconds: 0,
});

/** Of two people who both have a job in a round. */
function comesFirst(one: PersonInQueue, other: PersonInQueue): boolean {
  // Who has fewer running jobs gets a turn in an earlier round, and so was served more recently in this one.
  if (one.running !== other.running) return one.running > other.running;
  const oneServed = one.servedAt ?? -1;
  const otherServed = other.servedAt ?? -1;
  return oneServed === otherServed ? one.firstSeq < other.firstSeq : oneServed < otherServed;
}

/**
 * How many jobs start before one. Jobs start in rounds, one per person and round; somebody's running jobs
 * count as rounds already had, and within a round goes first who has waited longest for a turn.
 * `claimSql` is the same rule for the database.
 * @param own how many waiting jobs of the same person are before it
 */
export function jobsAhead(people: readonly PersonInQueue[], userId: number, own: number): number {
  const me = people.find((person) => person.userId === userId) ?? newcomer(userId);
  const round = me.running + own;
  let ahead = own;
  for (const person of people) {
    if (person.userId === userId) continue;
    const earlierRounds = Math.max(0, round - person.running);
    const sameRound = round >= person.running && comesFirst(person, me) ? 1 : 0;
    ahead += Math.min(person.waiting, earlierRounds + sameRound);
  }
  return ahead;
}

/**
 * Takes up to `limit` jobs that are due, in the fair order, and leaves those that another process takes. Of
 * each person only as many are looked at as could be taken, so that a long queue costs no more than a short one.
 * @param limit number of jobs, an SQL expression
 * @param most upper bound of it
 */
export const claimSql = (engine: string, limit: SQL, most: number) => sql`
  with recursive people as (
    (select user_id from jobs
      where engine = ${engine} and state in ('Pending', 'Restarted') order by user_id limit 1)
    union all
    select (select user_id from jobs
      where engine = ${engine} and state in ('Pending', 'Restarted') and user_id > people.user_id
      order by user_id limit 1)
    from people where people.user_id is not null
  ), busy as (
    select user_id, count(*) as running from jobs
    where engine = ${engine} and state = 'Processing' group by user_id
  ), due as (
    select own.id, own.number - 1 + coalesce(busy.running, 0) as round, t.served_at, own.first_seq, own.seq
    from people
    left join busy on busy.user_id = people.user_id
    left join queue_turns t on t.engine = ${engine} and t.user_id = people.user_id
    cross join lateral (
      select first.id, first.seq, row_number() over (order by first.seq) as number,
        min(first.seq) over () as first_seq
      from (
        select id, coalesce(place, seq) as seq from jobs
        where engine = ${engine} and state in ('Pending', 'Restarted')
          and user_id = people.user_id and run_after <= now()
        order by coalesce(place, seq)
        limit ${most + 4}
      ) first
    ) own
  )
  select j.id
  from jobs j
  join (select * from due order by round, served_at nulls first, first_seq, seq
        limit ${most * 4 + 16}) due using (id)
  where j.state in ('Pending', 'Restarted')
  order by due.round, due.served_at nulls first, due.first_seq, due.seq
  limit ${limit}
  for update of j skip locked`;
