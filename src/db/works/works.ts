import type { UserKey, WorkId } from '../../domain/ids.ts';
import { db, guardStorage } from '../database.ts';
import type { MediaRow, ThumbnailRow, WorkRow } from '../schema.ts';
import type { ModelPlace } from '../../domain/model.ts';

/** One output with its bytes. The rows of all three tables are written together. */
export interface NewWork {
  work: WorkRow;
  media: MediaRow | null;
  thumbnail: ThumbnailRow | null;
}

/** Writes works with originals and thumbnails. Callable inside a larger transaction over the three tables. */
export async function saveWorks(works: readonly NewWork[]): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.works, db.media, db.thumbnails], async () => {
      await db.works.bulkPut(works.map(({ work }) => work));
      await db.media.bulkPut(works.flatMap(({ media }) => (media ? [media] : [])));
      await db.thumbnails.bulkPut(works.flatMap(({ thumbnail }) => (thumbnail ? [thumbnail] : [])));
    }),
  );
}

/** Where a page ended: the last row's `createdAtMs` and `id`. */
export type WorkCursor = Pick<WorkRow, 'createdAtMs' | 'id'>;

/**
 * A page of history by key, so that the thousandth costs what the first does.
 * @param options.after the last row of the page before
 * @param options.wanted leaves others out
 */
export async function listWorks(options: {
  owner: UserKey;
  order: 'newest' | 'oldest';
  limit: number;
  after?: WorkCursor | null;
  wanted?: (work: WorkRow) => boolean;
}): Promise<WorkRow[]> {
  const { owner, order, limit, after, wanted } = options;
  const newest = order === 'newest';
  const lower = !newest && after ? after.createdAtMs : -Infinity;
  const upper = newest && after ? after.createdAtMs : Infinity;
  const range = db.works
    .where('[owner+createdAtMs]')
    .between([owner, lower], [owner, upper], true, true);
  return (newest ? range.reverse() : range)
    .filter((work) => {
      if (wanted?.(work) === false) return false;
      // Works of one job share a time; within it the index goes by id.
      if (!after || work.createdAtMs !== after.createdAtMs) return true;
      return newest ? work.id < after.id : work.id > after.id;
    })
    .limit(limit)
    .toArray();
}

export async function getWork(id: WorkId): Promise<WorkRow | undefined> {
  return db.works.get(id);
}

/** In the order of the ids; unknown ones, and those in the bin, are left out. */
export async function getWorks(ids: readonly WorkId[]): Promise<WorkRow[]> {
  const rows = await db.works.bulkGet([...ids]);
  return rows.filter((work) => work !== undefined);
}

/** The same with those in the bin, for what shows both. */
export async function getWorksAnywhere(ids: readonly WorkId[]): Promise<WorkRow[]> {
  const works = await db.works.bulkGet([...ids]);
  const missing = ids.filter((_, at) => works[at] === undefined);
  const binned = missing.length > 0 ? await db.bin.bulkGet(missing) : [];
  return [...works, ...binned].filter((work) => work !== undefined);
}

/**
 * Groups works by the place that is told of their ratings and deletions. For a work that is not on this device any more
 * that is the platform, which ignores ids that it doesn't know. Works that nobody was told of are left out.
 */
export async function groupByPlace(
  ids: readonly WorkId[],
): Promise<{ place: ModelPlace; ids: WorkId[] }[]> {
  const groups = new Map<ModelPlace, WorkId[]>();
  const rows = new Map((await getWorksAnywhere(ids)).map((work) => [work.id, work]));
  for (const id of ids) {
    const row = rows.get(id);
    if (row?.untold) continue;
    const place = row?.place ?? 'platform';
    groups.set(place, [...(groups.get(place) ?? []), id]);
  }
  return [...groups].map(([place, group]) => ({ place, ids: group }));
}

/** How many works the history shows. */
export async function countWorks(owner: UserKey): Promise<number> {
  return db.works
    .where('[owner+createdAtMs]')
    .between([owner, -Infinity], [owner, Infinity])
    .count();
}

/** Whether anything has been made or brought on this device, by anybody. */
export async function hasAnyWork(): Promise<boolean> {
  return (await db.works.limit(1).count()) > 0;
}
