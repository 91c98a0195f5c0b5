import type { GeneratorType } from '../../domain/generator-types.ts';
import type { GroupId, IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import { db } from '../database.ts';
import type { WorkRow } from '../schema.ts';
import type { WorkCursor } from './works.ts';

/** The columns of a work that a long list needs to lay out its tiles: position and proportions. */
export interface WorkEntry {
  id: WorkId;
  createdAtMs: number;
  width: number;
  height: number;
  intentId: IntentId | null;
  /** Of a work that was made in compare mode. */
  groupId: GroupId | null;
}

/** What a list shows by a person's favourites and ratings. */
export const ratingFilters = ['all', 'favourites', 'others', 'unrated'] as const;
export type RatingFilter = (typeof ratingFilters)[number];

/** The index that holds exactly these rows, by time of creation. */
function rangeOf(owner: UserKey, marked: RatingFilter, lower: number, upper: number) {
  if (marked === 'all') {
    return db.works
      .where('[owner+createdAtMs]')
      .between([owner, lower], [owner, upper], true, true);
  }
  const [index, value] =
    marked === 'unrated'
      ? (['[owner+rated+createdAtMs]', 0] as const)
      : (['[owner+starred+createdAtMs]', marked === 'favourites' ? 1 : 0] as const);
  return db.works.where(index).between([owner, value, lower], [owner, value, upper], true, true);
}

function toEntry(work: WorkRow): WorkEntry {
  const { id, createdAtMs, width, height, intentId, group } = work;
  return { id, createdAtMs, width, height, intentId, groupId: group?.id ?? null };
}

/** Position in an order: negative when `left` comes before `right`. */
export function compareCursors(
  left: WorkCursor,
  right: WorkCursor,
  order: 'newest' | 'oldest',
): number {
  const byAge =
    left.createdAtMs - right.createdAtMs || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
  return order === 'newest' ? -byAge : byAge;
}

/**
 * A stretch of the history between two rows, so that a live query of it runs again only for changes inside.
 * Rows being deleted are left out.
 * @param after the last row of the stretch before; null from the beginning
 * @param until its own last row; null when it is open at the end, then `limit` rows at most
 */
export async function listWorkEntries(options: {
  owner: UserKey;
  order: 'newest' | 'oldest';
  jobType: GeneratorType | null;
  marked: RatingFilter;
  after: WorkCursor | null;
  until: WorkCursor | null;
  limit: number;
}): Promise<WorkEntry[]> {
  const { owner, order, jobType, marked, after, until, limit } = options;
  const [first, last] = order === 'newest' ? [until, after] : [after, until];
  const range = rangeOf(
    owner,
    marked,
    first?.createdAtMs ?? -Infinity,
    last?.createdAtMs ?? Infinity,
  );
  const found = (order === 'newest' ? range.reverse() : range).filter(
    (work) =>
      work.deletedAtMs === null &&
      (jobType === null || work.jobType === jobType) &&
      (after === null || compareCursors(work, after, order) > 0) &&
      (until === null || compareCursors(work, until, order) <= 0),
  );
  const works = await (until === null ? found.limit(limit) : found).toArray();
  return works.map(toEntry);
}
