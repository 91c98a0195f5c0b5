import type { FilteredColumns } from '../../domain/history-filter.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { WorkEntry } from '../../domain/work-entry.ts';
import { db } from '../database.ts';
import type { WorkRow } from '../schema.ts';
import { toEntry } from './entries.ts';

/** What a search by words knows of a work. */
export interface SearchRow extends WorkEntry, FilteredColumns {
  prompt: string;
}

/** Ids by a column that changes, so that a reader of many works asks an index and no row. */
export interface ChangingColumns {
  starred: ReadonlySet<WorkId>;
  rated: ReadonlySet<WorkId>;
}

const range = (index: string, ...prefix: (string | number)[]) =>
  db.works.where(index).between([...prefix, -Infinity], [...prefix, Infinity]);

/** Every work of a person. */
export async function listAllWorkIds(owner: UserKey): Promise<WorkId[]> {
  return range('[owner+createdAtMs]', owner).primaryKeys();
}

function toSearchRow(work: WorkRow): SearchRow {
  const { prompt, jobType, model, mediaType, origin, starred, rated } = work;
  return { ...toEntry(work), prompt, jobType, model, mediaType, origin, starred, rated };
}

/** The rows of works; unknown ids are left out. */
export async function readSearchRows(ids: readonly WorkId[]): Promise<SearchRow[]> {
  const works = await db.works.bulkGet([...ids]);
  return works.flatMap((work) => (work ? [toSearchRow(work)] : []));
}

/**
 * A person's works from one id up to another, both included: one question to the browser, where a question for each row
 * takes it twice the time.
 */
export async function readSearchRowsBetween(
  owner: UserKey,
  first: WorkId,
  last: WorkId,
): Promise<SearchRow[]> {
  const works = await db.works.where(':id').between(first, last, true, true).toArray();
  return works.flatMap((work) => (work.owner === owner ? [toSearchRow(work)] : []));
}

/** Works that have a heart, and those that have stars. */
export async function listMarkedWorks(owner: UserKey): Promise<ChangingColumns> {
  const [starred, rated] = await Promise.all([
    range('[owner+starred+createdAtMs]', owner, 1).primaryKeys(),
    range('[owner+rated+createdAtMs]', owner, 1).primaryKeys(),
  ]);
  return { starred: new Set(starred), rated: new Set(rated) };
}
