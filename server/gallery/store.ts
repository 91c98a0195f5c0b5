import { and, asc, count, desc, eq, getTableColumns, inArray, ne, not, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';

import type { GalleryState, ReportReason, SearchTerms } from '../../src/domain/gallery.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { queryOf, vectorOf } from '../database/words.ts';
import { galleryReports, galleryWorks } from './tables.ts';

export type GalleryRow = Omit<typeof galleryWorks.$inferSelect, 'search'>;
export type ReportRow = typeof galleryReports.$inferSelect;

export interface GalleryFilter {
  jobType?: GeneratorType | undefined;
  model?: string | undefined;
  categoryId?: number | undefined;
  terms?: SearchTerms | undefined;
}

/** Everything but what it is found by. */
const { search: _search, ...columns } = getTableColumns(galleryWorks);

/** As the partial indexes have it, word by word: another form of the same would not be found in them. */
const isShown = and(eq(galleryWorks.state, sql`'published'`), not(galleryWorks.isBinned))!;

function matching({ jobType, model, categoryId, terms }: GalleryFilter): SQL | undefined {
  return and(
    isShown,
    jobType === undefined ? undefined : eq(galleryWorks.jobType, jobType),
    model === undefined ? undefined : eq(galleryWorks.model, model),
    categoryId === undefined ? undefined : eq(galleryWorks.categoryId, categoryId),
    terms === undefined ? undefined : sql`${galleryWorks.search} @@ (${queryOf(terms)})`,
  );
}

/** A page of what everybody sees, the newest first. */
export function selectShown(
  database: Database,
  filter: GalleryFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return database
    .select(columns)
    .from(galleryWorks)
    .where(matching(filter))
    .orderBy(desc(galleryWorks.publishedAt), desc(galleryWorks.workId))
    .limit(limit)
    .offset(offset);
}

export async function countShown(database: Database): Promise<number> {
  const [row] = await database.select({ works: count() }).from(galleryWorks).where(isShown);
  return row?.works ?? 0;
}

/** Works that everybody sees, the oldest first: where one stands, it stays. */
export function selectMapped(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
) {
  return database
    .select({ workId: galleryWorks.workId, publishedAt: galleryWorks.publishedAt })
    .from(galleryWorks)
    .where(isShown)
    .orderBy(asc(galleryWorks.publishedAt), asc(galleryWorks.workId))
    .limit(limit)
    .offset(offset);
}

export async function readShown(
  database: Database,
  workId: string,
): Promise<GalleryRow | undefined> {
  const [row] = await database
    .select(columns)
    .from(galleryWorks)
    .where(and(eq(galleryWorks.workId, workId), isShown));
  return row;
}

export function readOwn(database: Database, userId: number, most: number): Promise<GalleryRow[]> {
  return database
    .select(columns)
    .from(galleryWorks)
    .where(eq(galleryWorks.userId, userId))
    .orderBy(desc(galleryWorks.submittedAt), desc(galleryWorks.workId))
    .limit(most);
}

export async function countOwn(transaction: Transaction, userId: number): Promise<number> {
  const [row] = await transaction
    .select({ works: count() })
    .from(galleryWorks)
    .where(eq(galleryWorks.userId, userId));
  return row?.works ?? 0;
}

/** @returns how it stood, for a change of it; nobody else changes it until the transaction ends */
export async function lockPlace(
  transaction: Transaction,
  workId: string,
): Promise<GalleryRow | undefined> {
  const [row] = await transaction
    .select(columns)
    .from(galleryWorks)
    .where(eq(galleryWorks.workId, workId))
    .for('update');
  return row;
}

export type Place = Pick<
  typeof galleryWorks.$inferInsert,
  'workId' | 'userId' | 'state' | 'title' | 'categoryId' | 'jobType' | 'model' | 'isSample'
> & { terms: SearchTerms };

/** Puts a work into the gallery, or says anew how it stands there; its first day in sight stays. */
export async function putPlace(transaction: Transaction, place: Place): Promise<GalleryRow> {
  const { terms, ...facts } = place;
  const publishedAt = place.state === 'published' ? sql<Date>`now()` : null;
  const said = { ...facts, search: vectorOf(terms) };
  const [row] = await transaction
    .insert(galleryWorks)
    .values({ ...said, publishedAt })
    .onConflictDoUpdate({
      target: galleryWorks.workId,
      set: {
        ...said,
        publishedAt: sql`coalesce(${galleryWorks.publishedAt}, excluded.published_at)`,
      },
    })
    .returning(columns);
  return row!;
}

export async function changeState(
  transaction: Transaction,
  workId: string,
  state: GalleryState,
  more: { note?: string; decidedBy?: number } = {},
): Promise<void> {
  await transaction
    .update(galleryWorks)
    .set({
      state,
      ...more,
      ...(state === 'published' && {
        publishedAt: sql`coalesce(${galleryWorks.publishedAt}, now())`,
      }),
    })
    .where(eq(galleryWorks.workId, workId));
}

export async function setBinned(
  transaction: Transaction,
  workIds: readonly string[],
  isBinned: boolean,
): Promise<void> {
  await transaction
    .update(galleryWorks)
    .set({ isBinned })
    .where(and(inArray(galleryWorks.workId, [...workIds]), ne(galleryWorks.isBinned, isBinned)));
}

/** @returns those that were there */
export async function removePlaces(
  transaction: Transaction,
  userId: number,
  workIds: readonly string[],
): Promise<string[]> {
  const rows = await transaction
    .delete(galleryWorks)
    .where(and(eq(galleryWorks.userId, userId), inArray(galleryWorks.workId, [...workIds])))
    .returning({ workId: galleryWorks.workId });
  return rows.map(({ workId }) => workId);
}

/** @returns from how many people there are reports now */
export async function putReport(
  transaction: Transaction,
  report: { workId: string; userId: number; reason: ReportReason; words: string },
): Promise<number> {
  const { reason, words } = report;
  await transaction
    .insert(galleryReports)
    .values(report)
    .onConflictDoUpdate({
      target: [galleryReports.workId, galleryReports.userId],
      set: { reason, words },
    });
  const [row] = await transaction
    .select({ reports: count() })
    .from(galleryReports)
    .where(eq(galleryReports.workId, report.workId));
  return row?.reports ?? 0;
}

/** What was said before somebody looked at it counts no more. */
export async function forgetReports(transaction: Transaction, workId: string): Promise<void> {
  await transaction.delete(galleryReports).where(eq(galleryReports.workId, workId));
}

export function readAwaiting(database: Database, most: number): Promise<GalleryRow[]> {
  return database
    .select(columns)
    .from(galleryWorks)
    .where(inArray(galleryWorks.state, ['pending', 'reported']))
    .orderBy(asc(galleryWorks.submittedAt))
    .limit(most);
}

export async function readReports(
  database: Database,
  workIds: readonly string[],
): Promise<ReportRow[]> {
  if (workIds.length === 0) return [];
  return database
    .select()
    .from(galleryReports)
    .where(inArray(galleryReports.workId, [...workIds]))
    .orderBy(asc(galleryReports.createdAt));
}
