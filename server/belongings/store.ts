import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import type { FileName } from '../files/file-store.ts';
import { belongings, person } from './list.ts';
import type { Belonging } from './list.ts';
import { exportTickets } from './tables.ts';

/** Locks people against everything that is done for them, new jobs too, until the transaction ends. */
export async function lockPeople(
  transaction: Transaction,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    select id from users where id in (${sql.join([...userIds], sql`, `)}) order by id for update`);
  return rows.map(({ id }) => Number(id));
}

/** Jobs of a person that have not ended. */
export async function liveJobs(
  database: Database | Transaction,
  userId: number,
): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(sql`
    select id from jobs where user_id = ${userId} and state in ('Pending', 'Processing', 'Restarted')`);
  return rows.map(({ id }) => id);
}

/** All files that a person has here. */
export async function filesOf(transaction: Transaction, userId: number): Promise<FileName[]> {
  const { rows } = await transaction.execute<{ id: string; extension: string }>(sql`
    select id, extension from files where user_id = ${userId}`);
  return rows;
}

/** Removes a person; the database takes along what is theirs. */
export async function removePerson(transaction: Transaction, userId: number): Promise<void> {
  await transaction.execute(sql`delete from users where id = ${userId}`);
}

const named = ({
  table,
  column,
}: Pick<Belonging, 'table' | 'column'>): { table: SQL; column: SQL } => ({
  table: sql`${sql.identifier(table)}`,
  column: sql`${sql.identifier(column)}`,
});

/** Makes what one account has another's, table by table, but for what is done by hand. */
async function moveRows(transaction: Transaction, from: number, to: number): Promise<void> {
  for (const belonging of belongings) {
    const { table, column } = named(belonging);
    const { joined } = belonging;
    if (joined === 'moved') {
      await transaction.execute(
        sql`update ${table} set ${column} = ${to} where ${column} = ${from}`,
      );
    } else if (typeof joined === 'object') {
      const isSame = sql.join(
        joined.whereFree.map(
          (name) => sql`taken.${sql.identifier(name)} = mine.${sql.identifier(name)}`,
        ),
        sql` and `,
      );
      await transaction.execute(sql`
        update ${table} as mine set ${column} = ${to}
        where mine.${column} = ${from} and not exists (
          select 1 from ${table} as taken where taken.${column} = ${to} and ${isSame})`);
    }
  }
}

/** One name and one password: those of the account that stays, where it has them. */
async function moveIdentities(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction.execute(sql`
    delete from identities where user_id = ${from} and kind = 'local'
      and exists (select 1 from identities where user_id = ${to} and kind = 'local')`);
  await transaction.execute(sql`update identities set user_id = ${to} where user_id = ${from}`);
}

/** The rows of both books in the order in which they were written, and after each what both together had. */
async function joinBooks(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction.execute(sql`
    update credit_accounts as mine
    set balance = mine.balance + other.balance, reserved = mine.reserved + other.reserved
    from credit_accounts as other where mine.user_id = ${to} and other.user_id = ${from}`);
  await transaction.execute(sql`update ledger set user_id = ${to} where user_id = ${from}`);
  await transaction.execute(sql`
    update ledger set balance_after = counted.after
    from (
      select id, sum(change) over (order by id) as after from ledger where user_id = ${to}
    ) as counted
    where ledger.id = counted.id and ledger.balance_after <> counted.after`);
}

/** Albums and what is in them, as changes that devices hear of. */
async function joinAlbums(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction.execute(sql`
    insert into album_heads (user_id) values (${to}) on conflict do nothing`);
  await transaction.execute(sql`select 1 from album_heads where user_id = ${to} for update`);
  for (const [table, order] of [
    ['albums', sql`id`],
    ['memberships', sql`collection, work_id`],
  ] as const) {
    const name = sql.identifier(table);
    const key =
      table === 'albums'
        ? sql`mine.id = other.id`
        : sql`mine.collection = other.collection and mine.work_id = other.work_id`;
    await transaction.execute(sql`
      delete from ${name} as mine using ${name} as other
      where mine.user_id = ${from} and other.user_id = ${to} and ${key}`);
    const numbered = sql`select ctid, row_number() over (order by ${order}) as place from ${name} where user_id = ${from}`;
    const { rowCount } = await transaction.execute(sql`
      update ${name} set user_id = ${to}, change_seq = album_heads.seq + numbered.place
      from (${numbered}) as numbered, album_heads
      where ${name}.ctid = numbered.ctid and album_heads.user_id = ${to}`);
    await transaction.execute(sql`
      update album_heads set seq = seq + ${rowCount ?? 0} where user_id = ${to}`);
  }
}

/** What a person is, beside what is theirs: VIP as long as either was. */
async function joinPeople(transaction: Transaction, from: number, to: number): Promise<void> {
  await transaction.execute(sql`
    update users as mine set
      is_vip = mine.is_vip or other.is_vip,
      is_super_user = mine.is_super_user or other.is_super_user,
      vip_until = greatest(mine.vip_until, other.vip_until),
      career_id = coalesce(mine.career_id, other.career_id)
    from users as other where mine.id = ${to} and other.id = ${from}`);
  await transaction.execute(sql`
    insert into joined_accounts (former_id, user_id) values (${from}, ${to})`);
}

/**
 * Makes one of two accounts the other's. Both are locked, and the one that goes has no job under way.
 * @returns files that nobody needs any more, because both had sent the same
 */
export async function joinInto(
  transaction: Transaction,
  from: number,
  to: number,
): Promise<FileName[]> {
  // The numbering of both people's works, before any of their rows: as everybody does who changes several.
  await transaction.execute(sql`
    select 1 from change_heads where user_id in (${from}, ${to}) order by user_id for update`);
  await moveIdentities(transaction, from, to);
  await joinBooks(transaction, from, to);
  await joinAlbums(transaction, from, to);
  await moveRows(transaction, from, to);
  await joinPeople(transaction, from, to);
  await removePerson(transaction, from);
  const { rows } = await transaction.execute<{ id: string; extension: string }>(sql`
    delete from files where user_id = ${to}
      and not exists (select 1 from uploads where uploads.file_id = files.id)
      and not exists (select 1 from works where works.file_id = files.id)
      and not exists (select 1 from work_sources where work_sources.file_id = files.id)
    returning id, extension`);
  return rows;
}

export async function addTicket(
  database: Database,
  ticketHash: Buffer,
  userId: number,
  expiresAt: Date,
): Promise<void> {
  await database.delete(exportTickets).where(lt(exportTickets.expiresAt, sql`now()`));
  await database.insert(exportTickets).values({ ticketHash, userId, expiresAt });
}

/** Whose ticket it is; null when it is none, or over. */
export async function findTicket(database: Database, ticketHash: Buffer): Promise<number | null> {
  const [found] = await database
    .select({ userId: exportTickets.userId })
    .from(exportTickets)
    .where(and(eq(exportTickets.ticketHash, ticketHash), gt(exportTickets.expiresAt, sql`now()`)));
  return found?.userId ?? null;
}

/** Originals of a person that are still kept, works and uploads, the oldest first. */
export async function originalsOf(
  database: Database | Transaction,
  userId: number,
): Promise<(FileName & { bytes: number })[]> {
  const { rows } = await database.execute<{ id: string; extension: string; bytes: string }>(sql`
    select id, extension, bytes from files where user_id = ${userId}
      and not exists (
        select 1 from works where works.file_id = files.id and works.expired_at is not null)
    order by created_at, id`);
  return rows.map(({ bytes, ...file }) => ({ ...file, bytes: Number(bytes) }));
}

const rowsAtOnce = 500;

/**
 * Reads what a person takes along, as of one moment.
 * @param write gets the name of a table and one of its rows as JSON, table by table
 */
export async function readBelongings(
  database: Database,
  userId: number,
  write: (table: string, rows: readonly string[]) => Promise<void>,
): Promise<void> {
  const own: Pick<Belonging, 'table' | 'column' | 'without'>[] = [
    person,
    ...belongings.filter(({ stays }) => !stays),
  ];
  await database.transaction(
    async (transaction) => {
      for (const belonging of own) {
        const { table, column } = named(belonging);
        const without = sql.param([...(belonging.without ?? [])]);
        await transaction.execute(sql`
          declare taken cursor for
          select (to_jsonb(mine) - ${without}::text[])::text as row
          from ${table} as mine where mine.${column} = ${sql.raw(String(userId))}`);
        for (;;) {
          const { rows } = await transaction.execute<{ row: string }>(
            sql`fetch ${sql.raw(String(rowsAtOnce))} from taken`,
          );
          await write(
            belonging.table,
            rows.map(({ row }) => row),
          );
          if (rows.length < rowsAtOnce) break;
        }
        await transaction.execute(sql`close taken`);
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
