import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
} from 'drizzle-orm';

import type { SQL } from 'drizzle-orm';

import type { Database, Transaction } from '../database/connect.ts';
import { files } from '../files/tables.ts';
import { selectWorks } from './describe.ts';
import type { WorkParts } from './describe.ts';
import type { Retention } from './retention-rule.ts';
import { works, workCopies, workSources, workTombstones } from './tables.ts';

export type WorkRow = typeof works.$inferSelect;

export async function countWorks(database: Database, userId: number): Promise<number> {
  const [row] = await database
    .select({ data: count() })
    .from(works)
    .where(and(eq(works.userId, userId), isNull(works.binnedAt)));
  return row?.data ?? 0;
}

export async function readModelsOf(database: Database, userId: number): Promise<string[]> {
  const rows = await database
    .selectDistinct({ model: works.model })
    .from(works)
    .where(eq(works.userId, userId))
    .orderBy(works.model);
  return rows.map(({ model }) => model);
}

export function readPage(
  database: Database,
  userId: number,
  { order, size, number }: { order: 'ASC' | 'DESC'; size: number; number: number },
): Promise<WorkParts[]> {
  return selectWorks(database)
    .where(and(eq(works.userId, userId), isNull(works.binnedAt)))
    .orderBy(order === 'ASC' ? asc(works.seq) : desc(works.seq))
    .limit(size)
    .offset((number - 1) * size);
}

/**
 * @param condition spares the others
 * @returns the files of those that were there
 */
export async function deleteRows(
  transaction: Transaction,
  userId: number,
  ids: readonly string[],
  condition?: SQL,
): Promise<string[]> {
  const gone = await transaction
    .delete(works)
    .where(and(eq(works.userId, userId), inArray(works.id, [...ids]), condition))
    .returning({ fileId: works.fileId });
  return gone.map((row) => row.fileId);
}

export async function insertWork(
  transaction: Transaction,
  work: typeof works.$inferInsert,
): Promise<void> {
  await transaction.insert(works).values(work);
}

/** @returns false when there is one of this name already, whoever has it */
export async function insertIfNew(
  transaction: Transaction,
  work: typeof works.$inferInsert,
): Promise<boolean> {
  const rows = await transaction
    .insert(works)
    .values(work)
    .onConflictDoNothing({ target: works.id })
    .returning({ id: works.id });
  return rows.length > 0;
}

export async function readWork(
  database: Database | Transaction,
  id: string,
): Promise<WorkParts | undefined> {
  const [row] = await selectWorks(database).where(eq(works.id, id));
  return row;
}

/** Keeps a person's work from being deleted until the transaction ends. @returns whether it is there */
export async function holdWork(
  transaction: Transaction,
  userId: number,
  id: string,
): Promise<boolean> {
  const rows = await transaction
    .select({ id: works.id })
    .from(works)
    .where(and(eq(works.userId, userId), eq(works.id, id)))
    .for('key share');
  return rows.length > 0;
}

/** Works that their owners have not put into the bin, whoever they are. */
export function readWorks(database: Database, ids: readonly string[]): Promise<WorkParts[]> {
  return selectWorks(database).where(and(inArray(works.id, [...ids]), isNull(works.binnedAt)));
}

/** @returns those of a person's works whose original is there and stays, or is there no longer bound to */
export async function hold(
  transaction: Transaction,
  userId: number,
  ids: readonly string[],
  isHeld: boolean,
): Promise<string[]> {
  const rows = await transaction
    .update(works)
    .set(
      isHeld
        ? { heldAt: sql`coalesce(${works.heldAt}, now())` }
        : // As many days as a new one: it was there all the time.
          { heldAt: null, keptFrom: sql`now()` },
    )
    .where(and(eq(works.userId, userId), inArray(works.id, [...ids]), isNull(works.expiredAt)))
    .returning({ id: works.id });
  return rows.map(({ id }) => id);
}

export async function insertCopy(
  transaction: Transaction,
  workId: string,
  deviceId: string,
): Promise<void> {
  await transaction.insert(workCopies).values({ workId, deviceId }).onConflictDoNothing();
}

/**
 * Takes a deletion back that is older than the wish to have the work.
 * @returns false when there is a later one
 */
export async function unbury(
  transaction: Transaction,
  userId: number,
  workId: string,
  ageMs: number,
): Promise<boolean> {
  const ofWork = and(eq(workTombstones.userId, userId), eq(workTombstones.workId, workId));
  const [later] = await transaction
    .select({ seq: workTombstones.changeSeq })
    .from(workTombstones)
    .where(
      and(ofWork, gt(workTombstones.buriedAt, sql`now() - ${ageMs} * interval '1 millisecond'`)),
    )
    .limit(1);
  if (later) return false;
  await transaction.delete(workTombstones).where(ofWork);
  return true;
}

export async function insertSources(
  transaction: Transaction,
  sources: readonly (typeof workSources.$inferInsert)[],
): Promise<void> {
  if (sources.length > 0) await transaction.insert(workSources).values([...sources]);
}

/** The files that some of a person's works were made from. */
export async function readSourcesOf(
  transaction: Transaction,
  userId: number,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await transaction
    .select({ fileId: workSources.fileId })
    .from(workSources)
    .innerJoin(works, eq(works.id, workSources.workId))
    .where(and(eq(works.userId, userId), inArray(works.id, [...ids])));
  return rows.map((row) => row.fileId);
}

/** Works of a job in the order of its outputs. */
export async function readWorksOf(database: Database, jobId: string): Promise<WorkRow[]> {
  return database.select().from(works).where(eq(works.jobId, jobId)).orderBy(asc(works.index));
}

/** Of some files those whose work's original was let go of. */
export async function readExpiredFiles(
  database: Database,
  fileIds: readonly string[],
): Promise<string[]> {
  const rows = await database
    .select({ fileId: works.fileId })
    .from(works)
    .where(and(inArray(works.fileId, [...fileIds]), isNotNull(works.expiredAt)));
  return rows.map((row) => row.fileId);
}

/** What is kept of each of these people's files, in bytes; who has none is absent. */
export async function sumStoredBytes(
  database: Database | Transaction,
  userIds: readonly number[],
): Promise<Map<number, { works: number; uploads: number }>> {
  const whose = [...new Set(userIds)];
  const made = database
    .select({
      fileId: works.fileId,
      isExpired: sql<boolean>`bool_or(${works.expiredAt} is not null)`.as('is_expired'),
    })
    .from(works)
    .where(inArray(works.userId, whose))
    .groupBy(works.fileId)
    .as('made');
  const isWork = isNotNull(made.fileId);
  const sumOf = (condition: SQL) =>
    sql`coalesce(sum(${files.bytes}) filter (where ${condition}), 0)`.mapWith(Number);
  const rows = await database
    .select({ userId: files.userId, works: sumOf(isWork), uploads: sumOf(not(isWork)) })
    .from(files)
    .leftJoin(made, eq(made.fileId, files.id))
    .where(and(inArray(files.userId, whose), sql`${made.isExpired} is not true`))
    .groupBy(files.userId);
  return new Map(rows.map(({ userId, ...bytes }) => [userId, bytes]));
}

/** Whose time is over, as a condition; `describeKeeping` must say what it does. */
function isOver({ resultDays, acknowledgedDays }: Retention) {
  const olderThan = (days: number) =>
    days === 0 ? sql`false` : lte(works.keptFrom, sql`now() - ${days} * interval '1 day'`);
  return or(
    and(isNull(works.acknowledgedAt), olderThan(resultDays)),
    and(isNotNull(works.acknowledgedAt), olderThan(acknowledgedDays)),
  );
}

/** What another work was made from stays for as long as that one. */
const isSource = sql`exists (select 1 from work_sources where work_sources.file_id = works.file_id)`;

/** In the bin everything stays as it is until its time there is over. */
const mayGo = (retention: Retention) =>
  and(isOver(retention), not(isSource), isNull(works.binnedAt), isNull(works.heldAt));

/** Works whose original is still kept though its time is over, the oldest first. */
export async function readDue(
  database: Database,
  retention: Retention,
  most: number,
): Promise<Pick<WorkRow, 'id' | 'userId' | 'fileId'>[]> {
  return database
    .select({ id: works.id, userId: works.userId, fileId: works.fileId })
    .from(works)
    .where(and(isNull(works.expiredAt), mayGo(retention)))
    .orderBy(asc(works.keptFrom))
    .limit(most);
}

/** @returns ids of those that were still due */
export async function markExpired(
  transaction: Transaction,
  ids: readonly string[],
  retention: Retention,
): Promise<Set<string>> {
  const marked = await transaction
    .update(works)
    .set({ expiredAt: sql`now()` })
    .where(and(inArray(works.id, [...ids]), isNull(works.expiredAt), mayGo(retention)))
    .returning({ id: works.id });
  return new Set(marked.map(({ id }) => id));
}
