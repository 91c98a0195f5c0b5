import { count, desc, eq, sql } from 'drizzle-orm';

import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import type { Database } from '../database/connect.ts';
import { ledger } from './tables.ts';

/** One thing that happened to a person's credits, as they would tell it. */
export interface CreditMovement {
  /** Of the ledger's row that began it. */
  id: number;
  type: number;
  typeDetail: number;
  amount: number;
  balanceAfter: number;
  jobId: string | null;
  jobType: string | null;
  createdAt: Date;
}

const { generationReserved, generationCharged, generationReturned } = ledgerTypeDetails;

/**
 * The newest of a person's movements, read from as many of the newest rows of their books.
 *
 * An income, an end and a charge are one movement each. A hold is one while its job is under way; then it is the
 * charge of what was made, or nothing when all of it came back. What a hold became is written after it, so the
 * newest rows tell the newest movements wholly. The changes of all movements sum up to the balance; what a movement
 * left is therefore today's balance without the changes of the newer ones.
 */
const movementsIn = (userId: number, newestRows: number) => sql`
  with book as (
    select * from ledger where user_id = ${userId} order by id desc limit ${newestRows}
  ), ended as (
    select job_id, coalesce(sum(amount) filter (where type_detail = ${generationCharged}), 0)::int as charged
    from book
    where type_detail in (${generationCharged}, ${generationReturned})
    group by job_id
  ), movement as (
    select begun.id, begun.type, begun.job_id, begun.job_type, begun.created_at,
      case when ended.charged > 0 then ${generationCharged}::int else begun.type_detail end as type_detail,
      coalesce(ended.charged, begun.amount) as amount,
      coalesce(-ended.charged, begun.change) as change
    from book begun
    left join ended on ended.job_id = begun.job_id and begun.type_detail = ${generationReserved}
    where begun.type_detail not in (${generationCharged}, ${generationReturned})
      and ended.charged is distinct from 0
  )
  select *,
    (select balance from credit_accounts where user_id = ${userId})
      - coalesce(sum(change) over (order by id desc rows between unbounded preceding and 1 preceding), 0)
      as balance_after
  from movement`;

/**
 * How many movements and how many rows a person has. Each job that ended has a row that says what was charged,
 * what came back, or both; one of which all came back is no movement.
 */
async function countMovements(
  database: Database,
  userId: number,
): Promise<{ movements: number; rows: number }> {
  const { rows } = await database.execute<{ movements: number; rows: number }>(sql`
    select count(*)::int as rows, (
      count(*) filter (where type_detail not in (${generationCharged}, ${generationReturned}))
      - count(distinct job_id) filter (where type_detail in (${generationCharged}, ${generationReturned}))
      + count(distinct job_id) filter (where type_detail = ${generationCharged} and amount > 0)
    )::int as movements
    from ledger where user_id = ${userId}`);
  return rows[0] ?? { movements: 0, rows: 0 };
}

interface Page {
  limit: number;
  offset: number;
}

interface Listed {
  rows: CreditMovement[];
  total: number;
}

/** A page of the books themselves, newest first: a hold and what became of it are rows of their own. */
export async function listRows(database: Database, userId: number, page: Page): Promise<Listed> {
  const mine = eq(ledger.userId, userId);
  const rows = await database
    .select()
    .from(ledger)
    .where(mine)
    .orderBy(desc(ledger.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await database.select({ total: count() }).from(ledger).where(mine);
  return { rows, total: counted?.total ?? 0 };
}

/** A row of `movementsIn` as PostgreSQL's driver hands it out. */
interface MovementRow extends Record<string, unknown> {
  id: string;
  type: number;
  type_detail: number;
  amount: number;
  balance_after: string;
  job_id: string | null;
  job_type: string | null;
  created_at: Date | string;
}

/**
 * A page of a person's movements, newest first, and how many there are. A page costs as much as lies before it: of a
 * long history only the newest rows are read, and more of them only where they hold too few movements.
 */
export async function listMovements(
  database: Database,
  userId: number,
  { limit, offset }: Page,
): Promise<Listed> {
  const known = await countMovements(database, userId);
  const wanted = Math.min(limit, Math.max(0, known.movements - offset));
  let rows: MovementRow[] = [];
  for (let newest = 2 * (offset + limit); rows.length < wanted; newest *= 2) {
    const found = await database.execute<MovementRow>(sql`
      ${movementsIn(userId, newest)} order by id desc limit ${limit} offset ${offset}`);
    ({ rows } = found);
    if (newest >= known.rows) break;
  }
  return {
    total: known.movements,
    rows: rows.map((row) => ({
      id: Number(row.id),
      type: row.type,
      typeDetail: row.type_detail,
      amount: row.amount,
      balanceAfter: Number(row.balance_after),
      jobId: row.job_id,
      jobType: row.job_type,
      createdAt: new Date(row.created_at),
    })),
  };
}
