import type { IntentId, MediaId, UserKey, WorkId } from '../../domain/ids.ts';
import { deleteUndoMs } from '../../domain/limits.ts';
import { db, guardStorage } from '../database.ts';
import { dropDownloads } from '../media/downloads.ts';
import { isUnsent } from '../intents/rules.ts';
import { addIntent, appendLog } from '../intents/rows.ts';
import { openRatingsOf } from './ratings.ts';
import { openKeepsOf, tellAgain } from './untold.ts';
import type { MediaRow, ThumbnailRow, WorkRow } from '../schema.ts';
import type { ModelPlace } from '../../domain/model.ts';

/** One output with its bytes. The rows of all three tables are written together. */
export interface NewWork {
  work: WorkRow;
  media: MediaRow | null;
  thumbnail: ThumbnailRow | null;
}

/** The originals and thumbnails of a work carry its id. */
export function workMediaId(id: WorkId): MediaId {
  return id as string as MediaId;
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
 * A page of history by key, so that the thousandth costs what the first does. Rows being deleted are left out.
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
      if (work.deletedAtMs !== null || wanted?.(work) === false) return false;
      // Works of one job share a time; within it the index goes by id.
      if (!after || work.createdAtMs !== after.createdAtMs) return true;
      return newest ? work.id < after.id : work.id > after.id;
    })
    .limit(limit)
    .toArray();
}

export async function getWork(id: WorkId): Promise<WorkRow | undefined> {
  const work = await db.works.get(id);
  return work?.deletedAtMs === null ? work : undefined;
}

/** In the order of the ids; unknown and deleted ones are left out. */
export async function getWorks(ids: readonly WorkId[]): Promise<WorkRow[]> {
  const rows = await db.works.bulkGet([...ids]);
  return rows.flatMap((work) => (work?.deletedAtMs === null ? [work] : []));
}

/**
 * Groups works by the place that is told of their ratings and deletions. For a work that is not on this device any more
 * that is the platform, which ignores ids that it doesn't know. Works that nobody was told of are left out.
 */
export async function groupByPlace(
  ids: readonly WorkId[],
): Promise<{ place: ModelPlace; ids: WorkId[] }[]> {
  const groups = new Map<ModelPlace, WorkId[]>();
  const rows = await db.works.bulkGet([...ids]);
  for (const [index, id] of ids.entries()) {
    if (rows[index]?.untold) continue;
    const place = rows[index]?.place ?? 'platform';
    groups.set(place, [...(groups.get(place) ?? []), id]);
  }
  return [...groups].map(([place, group]) => ({ place, ids: group }));
}

/** The works before and after one in an order, for arrow keys. */
export async function getNeighbours(
  work: WorkRow,
  order: 'newest' | 'oldest',
): Promise<{ previous: WorkRow | null; next: WorkRow | null }> {
  const { owner } = work;
  const opposite = order === 'newest' ? 'oldest' : 'newest';
  const [next, previous] = await Promise.all([
    listWorks({ owner, order, limit: 1, after: work }),
    listWorks({ owner, order: opposite, limit: 1, after: work }),
  ]);
  return { previous: previous[0] ?? null, next: next[0] ?? null };
}

/** How many works the history shows. */
export async function countWorks(owner: UserKey): Promise<number> {
  return db.transaction('r', [db.works, db.intents], async () => {
    const all = await db.works
      .where('[owner+createdAtMs]')
      .between([owner, -Infinity], [owner, Infinity])
      .count();
    // Rows being deleted are few and named by their intents; asking every work would cost seconds at 50,000.
    const intents = await db.intents.where('owner').equals(owner).toArray();
    const ids = intents.flatMap((intent) =>
      intent.kind === 'delete-works' ? intent.payload.workIds : [],
    );
    const rows = await db.works.bulkGet([...new Set(ids)]);
    return all - rows.filter((work) => work && work.deletedAtMs !== null).length;
  });
}

/**
 * Hides works at once and keeps an intent that deletes them for good after `deleteUndoMs`.
 * @returns the intent's id for `undoDelete`; null when there was nothing to delete
 */
export async function markDeleted(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<IntentId | null> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const rows = await db.works.bulkGet([...new Set(ids)]);
      const works = rows.flatMap((work) =>
        work && work.owner === owner && work.deletedAtMs === null ? [work] : [],
      );
      if (works.length === 0) return null;
      const workIds = works.map((work) => work.id);
      const intent = await addIntent(owner, 'delete-works', { workIds }, nowMs, {
        notBeforeMs: nowMs + deleteUndoMs,
        // Earlier ratings of a work have to arrive before the work is deleted, and the work itself has to.
        after: [...(await openRatingsOf(owner, workIds)), ...(await openKeepsOf(owner, works))],
      });
      await db.works.bulkPut(works.map((work) => ({ ...work, deletedAtMs: nowMs })));
      return intent.id;
    }),
  );
}

/**
 * Brings works back while their deletion has not left the device.
 * @returns false when it is too late
 */
export async function undoDelete(intentId: IntentId, nowMs: number = Date.now()): Promise<boolean> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const intent = await db.intents.get(intentId);
      if (intent?.kind !== 'delete-works') return false;
      // After a failed attempt the platform may still have carried out the deletion.
      if (!isUnsent(intent, nowMs)) return false;
      await showAgain(intent.payload.workIds, nowMs);
      await db.intents.delete(intentId);
      return true;
    }),
  );
}

/** Inside the caller's transaction over `works` and `intents`. */
export async function showAgain(ids: readonly WorkId[], nowMs: number = Date.now()): Promise<void> {
  await db.works
    .where('id')
    .anyOf([...ids])
    .modify((work) => {
      work.deletedAtMs = null;
    });
  await tellAgain(ids, nowMs);
}

/** Removes works with their bytes; the end of `markDeleted`, and what "another device deleted it" does. */
export async function purgeWorks(
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<void> {
  const mediaIds = ids.map((id) => workMediaId(id));
  const tables = [db.works, db.media, db.thumbnails, db.downloads, db.parts, db.intents];
  await db.transaction('rw', tables, async () => {
    await db.works.bulkDelete([...ids]);
    await db.media.bulkDelete(mediaIds);
    await db.thumbnails.bulkDelete(mediaIds);
    await dropDownloads(mediaIds);
    // A finished request must not point at works that are gone.
    const gone = new Set(ids);
    await db.intents
      .where('stage')
      .equals('done')
      .modify((intent) => {
        if (intent.kind !== 'generate' || !intent.workIds.some((id) => gone.has(id))) return;
        intent.workIds = intent.workIds.filter((id) => !gone.has(id));
        appendLog(intent, nowMs, 'works-deleted');
      });
  });
}
