import type { GeneratorType } from '../../domain/generator-types.ts';
import { noFilter, passes, type HistoryFilter } from '../../domain/history-filter.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { mediaKind, type MediaKind } from '../../domain/media-kind.ts';
import { monthBounds, monthOf, type Month } from '../../domain/months.ts';
import { compareEntries, type HistoryOrder, type WorkEntry } from '../../domain/work-entry.ts';
import type { WorkOrigin } from '../../domain/work.ts';
import { listMembers, listTags } from '../albums/memberships.ts';
import { db } from '../database.ts';
import type { WorkRow } from '../schema.ts';
import {
  between,
  collectionsOf,
  criteriaOf,
  everything,
  idsMeeting,
  timesBetween,
  timesOf,
  timesOfWorks,
  valuesOf,
  type IndexStretch,
} from './entry-keys.ts';
import type { WorkCursor } from './works.ts';

export function toEntry(work: WorkRow): WorkEntry {
  const { id, createdAtMs, width, height, intentId, group } = work;
  return { id, createdAtMs, width, height, intentId, groupId: group?.id ?? null };
}

/** Rows of one look at a collection: those that the filter leaves out must not mean a look for each. */
const membersAtOnce = 200;

/**
 * The same for what is in an album or has a tag, by the index of the collection: what it costs is told by the
 * collection, not by how many works there are. A work stands where it was put, which is the time of its making as it
 * was known then.
 */
async function listMemberEntries({
  owner,
  order,
  filter,
  after,
  until,
  limit,
}: EntryStretch): Promise<WorkEntry[]> {
  const [collection, ...others] = collectionsOf(filter);
  if (collection === undefined) return [];
  const alsoIn = await Promise.all(
    others.map(async (other) => new Set(await listMembers(owner, other))),
  );
  const [first, last] = order === 'newest' ? [until, after] : [after, until];
  const read = (offset: number) => {
    const range = db.memberships
      .where('[owner+collection+place]')
      .between(
        [owner, collection, first?.createdAtMs ?? -Infinity],
        [owner, collection, last?.createdAtMs ?? Infinity],
        true,
        true,
      );
    return (order === 'newest' ? range.reverse() : range)
      .offset(offset)
      .limit(membersAtOnce)
      .toArray();
  };
  const entries: WorkEntry[] = [];
  for (let offset = 0; until !== null || entries.length < limit; offset += membersAtOnce) {
    const members = await read(offset);
    const works = await db.works.bulkGet(members.map(({ workId }) => workId));
    for (const [at, { workId: id, place: createdAtMs }] of members.entries()) {
      const work = works[at];
      const isShown =
        work !== undefined &&
        passes(work, filter) &&
        alsoIn.every((ids) => ids.has(id)) &&
        (after === null || compareEntries({ id, createdAtMs }, after, order) > 0) &&
        (until === null || compareEntries({ id, createdAtMs }, until, order) <= 0);
      if (isShown) entries.push({ ...toEntry(work), createdAtMs });
    }
    if (members.length < membersAtOnce) break;
  }
  return until === null ? entries.slice(0, limit) : entries;
}

interface EntryStretch {
  owner: UserKey;
  order: HistoryOrder;
  filter: HistoryFilter;
  after: WorkCursor | null;
  until: WorkCursor | null;
  limit: number;
}

/**
 * A stretch of the history between two rows, so that a live query of it runs again only for changes inside.
 * Rows being deleted are left out.
 * @param after the last row of the stretch before; null from the beginning
 * @param until its own last row; null when it is open at the end, then `limit` rows at most
 */
export async function listWorkEntries(options: EntryStretch): Promise<WorkEntry[]> {
  const { owner, order, filter, after, until, limit } = options;
  if (collectionsOf(filter).length > 0) return listMemberEntries(options);
  const times = timesBetween(filter, order, after, until);
  if (times.fromMs > times.toMs) return [];
  const criteria = criteriaOf(owner, filter);
  const isWithin = (work: WorkCursor) =>
    (after === null || compareEntries(work, after, order) > 0) &&
    (until === null || compareEntries(work, until, order) <= 0);
  const [stretch, ...more] = criteria[0] ?? [everything(owner)];
  if (!stretch) return [];
  if (criteria.length > 1 || more.length > 0) return listByKeys(options, criteria, isWithin);
  const read = async (most: number) => {
    const range = between(stretch, times);
    return (order === 'newest' ? range.reverse() : range).limit(most).toArray();
  };
  // Asked for all at once: with a filter in the question the browser is asked for a few rows at a time, and each answer
  // waits until the page's thread has time for it.
  for (let most = until === null ? limit + (after ? sameMoment : 0) : Infinity; ; most *= 2) {
    const rows = await read(most);
    const entries = rows.filter(isWithin).map(toEntry);
    if (until !== null) return entries;
    if (entries.length >= limit || rows.length < most) return entries.slice(0, limit);
  }
}

/** So many works are usually made in one moment at most: those before a stretch are read with it, and left out. */
const sameMoment = 10;

/** Rows that are read at once. */
const rowsAtOnce = 200;

/** For so long it is looked first; where that is not enough, for four times as long, and so on. */
const firstLookMs = 30 * 86_400_000;

/**
 * The same where several criteria meet, or one has several types of media: by the keys of their indexes, so that no
 * row is read which the filter does not show, however few those are.
 */
async function listByKeys(
  { owner, order, after, until, limit, filter }: EntryStretch,
  criteria: readonly IndexStretch[][],
  isWithin: (work: WorkCursor) => boolean,
): Promise<WorkEntry[]> {
  const made = await timesOfWorks(owner, timesBetween(filter, order, after, until));
  if (!made) return [];
  const { fromMs, toMs } = made;
  const isNewest = order === 'newest';
  const wanted = until === null ? limit : Infinity;
  const entries: WorkEntry[] = [];
  let edgeMs = isNewest ? toMs : fromMs;
  for (let spanMs = wanted === Infinity ? Infinity : firstLookMs; ; spanMs *= 4) {
    const look = isNewest
      ? { fromMs: Math.max(fromMs, edgeMs - spanMs), toMs: edgeMs }
      : { fromMs: edgeMs, toMs: Math.min(toMs, edgeMs + spanMs) };
    if (look.fromMs > look.toMs) return entries;
    const ids = await idsMeeting(owner, criteria, look, order);
    // As many as are wanted; more only where works of the same moment lie before those.
    let step = Math.min(rowsAtOnce, wanted);
    for (let at = 0; at < ids.length && entries.length < wanted; at += step, step *= 2) {
      const rows = await db.works.bulkGet(ids.slice(at, at + step));
      entries.push(...rows.flatMap((row) => (row && isWithin(row) ? [toEntry(row)] : [])));
    }
    if (entries.length >= wanted) return entries.slice(0, wanted);
    edgeMs = isNewest ? look.fromMs - 1 : look.toMs + 1;
  }
}

/** The works before and after one among those that a filter shows, for arrow keys; itself it need not be among them. */
export async function getNeighbours(
  work: WorkRow,
  order: HistoryOrder,
  filter: HistoryFilter = noFilter,
): Promise<{ previous: WorkId | null; next: WorkId | null }> {
  const beside = async (direction: HistoryOrder): Promise<WorkId | null> => {
    const { owner } = work;
    const stretch = { owner, order: direction, filter, after: work, until: null, limit: 1 };
    return (await listWorkEntries(stretch))[0]?.id ?? null;
  };
  const [next, previous] = await Promise.all([
    beside(order),
    beside(order === 'newest' ? 'oldest' : 'newest'),
  ]);
  return { previous, next };
}

/** How many keys of a stretch come before a work's, in an order. */
async function countBefore(
  stretch: IndexStretch,
  { id, createdAtMs }: WorkCursor,
  order: HistoryOrder,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number> {
  const isNewest = order === 'newest';
  const times = isNewest
    ? { fromMs: Math.max(fromMs, createdAtMs), toMs }
    : { fromMs, toMs: Math.min(toMs, createdAtMs) };
  if (times.fromMs > times.toMs) return 0;
  const [upTo, same] = await Promise.all([
    between(stretch, times).count(),
    // Works of one job share a time; within it the index goes by id.
    between(stretch, { fromMs: createdAtMs, toMs: createdAtMs }).primaryKeys(),
  ]);
  const notBefore = same.filter((other) => (isNewest ? other <= id : other >= id)).length;
  return upTo - notBefore;
}

/**
 * Which one of those that a filter shows a work is, from 1, and how many those are: by counting keys of one index,
 * where several criteria meet by the keys of each. Null where the filter does not show it.
 */
export async function getPosition(
  work: WorkRow,
  order: HistoryOrder,
  filter: HistoryFilter = noFilter,
): Promise<{ at: number; of: number } | null> {
  const { owner, id } = work;
  if (!passes(work, filter)) return null;
  const criteria = criteriaOf(owner, filter);
  if (collectionsOf(filter).length > 0 || criteria.length > 1) {
    const ids = await listWorkIds(owner, filter, order);
    const at = ids.indexOf(id);
    return at === -1 ? null : { at: at + 1, of: ids.length };
  }
  const stretches = criteria[0] ?? [everything(owner)];
  const times = timesOf(filter);
  const counts = await Promise.all(
    stretches.map(async (stretch) =>
      Promise.all([countBefore(stretch, work, order, times), between(stretch, times).count()]),
    ),
  );
  const sum = (column: 0 | 1) => counts.reduce((all, count) => all + count[column], 0);
  return { at: sum(0) + 1, of: sum(1) };
}

/**
 * Every work that a filter shows, in order, those too that no page has reached: the keys of one index for each
 * criterion, and no row. Of a collection its own rows and works.
 */
export async function listWorkIds(
  owner: UserKey,
  filter: HistoryFilter,
  order: HistoryOrder,
): Promise<WorkId[]> {
  if (collectionsOf(filter).length > 0) {
    const stretch = { owner, order, filter, after: null, until: null, limit: Infinity };
    return (await listMemberEntries(stretch)).map(({ id }) => id);
  }
  return idsMeeting(owner, criteriaOf(owner, filter), timesOf(filter), order);
}

/** The months that have works, the newest first, one look each. */
async function monthsOf(owner: UserKey): Promise<Month[]> {
  const months: Month[] = [];
  let untilMs = Infinity;
  for (;;) {
    const [key] = await db.works
      .where('[owner+createdAtMs]')
      .between([owner, -Infinity], [owner, untilMs], true, false)
      .reverse()
      .limit(1)
      .keys();
    if (!Array.isArray(key)) return months;
    const month = monthOf(Number(key[1]));
    months.push(month);
    untilMs = monthBounds(month).fromMs;
  }
}

/** What a person's works can be told apart by. */
export interface HistoryFacets {
  tools: GeneratorType[];
  /** Ids of models. */
  models: string[];
  kinds: MediaKind[];
  origins: WorkOrigin[];
  tags: string[];
  /** The newest first. */
  months: Month[];
}

/** What there are works of. */
export async function listHistoryFacets(owner: UserKey): Promise<HistoryFacets> {
  const [tools, models, types, origins, months, tags] = await Promise.all([
    valuesOf('[owner+jobType+createdAtMs]', owner),
    valuesOf('[owner+model+createdAtMs]', owner),
    valuesOf('[owner+mediaType+createdAtMs]', owner),
    valuesOf('[owner+origin+createdAtMs]', owner),
    monthsOf(owner),
    listTags(owner),
  ]);
  return {
    tools: tools as GeneratorType[],
    models,
    kinds: [...new Set(types.map(mediaKind))],
    origins: origins as WorkOrigin[],
    months,
    tags,
  };
}
