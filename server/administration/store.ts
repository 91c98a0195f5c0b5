import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { acts, givenCredits } from './tables.ts';

/** Writes an act down. @returns its number */
export async function addAct(database: Database, act: typeof acts.$inferInsert): Promise<number> {
  const [added] = await database.insert(acts).values(act).returning({ id: acts.id });
  if (!added) throw new Error('an act was not written down');
  return added.id;
}

/** Acts, each with why it was refused, the newest first. */
export async function readActs(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: (typeof acts.$inferSelect)[]; total: number }> {
  const isAct = isNull(acts.ofId);
  const rows = await database
    .select({
      id: acts.id,
      at: acts.at,
      userId: acts.userId,
      call: acts.call,
      asked: acts.asked,
      ofId: acts.ofId,
      refused: sql<string>`coalesce((select second.refused from acts as second where second.of_id = acts.id limit 1), '')`,
    })
    .from(acts)
    .where(isAct)
    .orderBy(desc(acts.id))
    .limit(limit)
    .offset(offset);
  return { rows, total: await database.$count(acts, isAct) };
}

/** Notes credits that are given. @returns false when the same call did it before; `other` when it gave something else */
export async function noteGiven(
  transaction: Transaction,
  row: typeof givenCredits.$inferInsert,
): Promise<boolean | 'other'> {
  const [added] = await transaction
    .insert(givenCredits)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: givenCredits.id });
  if (added) return true;
  const [found] = await transaction
    .select()
    .from(givenCredits)
    .where(and(eq(givenCredits.byId, row.byId), eq(givenCredits.key, row.key)));
  return found?.toId === row.toId && found.amount === row.amount ? false : 'other';
}

export interface PersonRow {
  [column: string]: unknown;
  id: string;
  account: string;
  nick: string;
  is_vip: boolean;
  vip_until: string | null;
  is_super_user: boolean;
  locked_at: string | null;
  created_at: string;
  balance: string | null;
  reserved: string | null;
  works: string;
  sessions: string;
  seen_at: string | null;
}

/** What an operator sees of people, read over the tables of several rooms by their names. */
const described = sql`
  select users.id, account, nick, is_vip, vip_until, is_super_user, locked_at, users.created_at,
    balance, reserved,
    (select count(*) from works where works.user_id = users.id) as works,
    (select count(*) from sessions where sessions.user_id = users.id and expires_at > now()) as sessions,
    (select max(seen_at) from sessions where sessions.user_id = users.id) as seen_at
  from users left join credit_accounts on credit_accounts.user_id = users.id`;

export async function readPerson(
  database: Database | Transaction,
  userId: number,
): Promise<PersonRow | null> {
  const { rows } = await database.execute<PersonRow>(sql`${described} where users.id = ${userId}`);
  return rows[0] ?? null;
}

/** People whose number, name or nick has these letters; the platform's own account is nobody. */
export async function findPeople(
  database: Database,
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const like = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const fits = sql`(${search} = '' or users.id::text = ${search} or account ilike ${like} or nick ilike ${like})`;
  const isPerson = sql`exists (select 1 from credit_accounts where credit_accounts.user_id = users.id)`;
  const { rows } = await database.execute<PersonRow>(sql`
    ${described} where ${fits} and ${isPerson} order by users.id desc limit ${limit} offset ${offset}`);
  const counted = await database.execute<{ total: string }>(sql`
    select count(*) as total from users where ${fits} and ${isPerson}`);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}
