import { Dexie } from 'dexie';
import type { Collection } from 'dexie';
import { collectionOfTag, type CollectionId } from '../../domain/albums.ts';
import { mediaTypes } from '../../domain/file-kinds.ts';
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
import type { WorkCursor } from './works.ts';

/** A stretch of an index: what comes before the time of creation in its keys. */
interface IndexStretch {
  index: string;
  prefix: readonly (string | number)[];
}

/**
 * The stretches of an index in which a filter's works lie, by the criterion that leaves out most; the others are
 * asked of each row. A kind of media is several types.
 */
function stretchesOf(owner: UserKey, filter: HistoryFilter): IndexStretch[] {
  const { marked, tool, model, kind, origin } = filter;
  if (model !== null) return [{ index: '[owner+model+createdAtMs]', prefix: [owner, model] }];
  // Nearly everything is a picture: for those, time is as good an index, and one instead of six.
  if (kind !== null && kind !== 'picture') {
    return mediaTypes
      .filter((type) => mediaKind(type) === kind)
      .map((type) => ({ index: '[owner+mediaType+createdAtMs]', prefix: [owner, type] }));
  }
  if (origin !== null && origin !== 'generated') {
    return [{ index: '[owner+origin+createdAtMs]', prefix: [owner, origin] }];
  }
  if (tool !== null) return [{ index: '[owner+jobType+createdAtMs]', prefix: [owner, tool] }];
  if (marked === 'unrated') return [{ index: '[owner+rated+createdAtMs]', prefix: [owner, 0] }];
  if (marked !== 'all') {
    const value = marked === 'favourites' ? 1 : 0;
    return [{ index: '[owner+starred+createdAtMs]', prefix: [owner, value] }];
  }
  if (origin !== null) return [{ index: '[owner+origin+createdAtMs]', prefix: [owner, origin] }];
  return [{ index: '[owner+createdAtMs]', prefix: [owner] }];
}

function between(
  { index, prefix }: IndexStretch,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Collection<WorkRow, WorkId> {
  return db.works.where(index).between([...prefix, fromMs], [...prefix, toMs], true, true);
}

/** The times that a filter leaves. */
function timesOf({ month }: HistoryFilter): { fromMs: number; toMs: number } {
  if (month === null) return { fromMs: -Infinity, toMs: Infinity };
  const { fromMs, untilMs } = monthBounds(month);
  return { fromMs, toMs: untilMs - 1 };
}

export function toEntry(work: WorkRow): WorkEntry {
  const { id, createdAtMs, width, height, intentId, group } = work;
  return { id, createdAtMs, width, height, intentId, groupId: group?.id ?? null };
}

/** The collections in which a filter's works are. */
const collectionsOf = ({ album, tag }: HistoryFilter): CollectionId[] => [
  ...(album === null ? [] : [album]),
  ...(tag === null ? [] : [collectionOfTag(tag)]),
];

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
  const [first, last] = order === 'newest' ? [until, after] : [after, until];
  const times = timesOf(filter);
  const fromMs = Math.max(times.fromMs, first?.createdAtMs ?? -Infinity);
  const toMs = Math.min(times.toMs, last?.createdAtMs ?? Infinity);
  if (fromMs > toMs) return [];
  const stretches = stretchesOf(owner, filter);
  const lists = await Promise.all(
    stretches.map(async (stretch) => {
      const range = between(stretch, { fromMs, toMs });
      const found = (order === 'newest' ? range.reverse() : range).filter(
        (work) =>
          passes(work, filter) &&
          (after === null || compareEntries(work, after, order) > 0) &&
          (until === null || compareEntries(work, until, order) <= 0),
      );
      return (until === null ? found.limit(limit) : found).toArray();
    }),
  );
  const works = lists.flat();
  if (stretches.length > 1) works.sort((left, right) => compareEntries(left, right, order));
  return (until === null ? works.slice(0, limit) : works).map(toEntry);
}

/** The stretches of each criterion of a filter by itself; a kind of media is as many as there are types of it. */
async function criteriaOf(owner: UserKey, filter: HistoryFilter): Promise<IndexStretch[][]> {
  const { marked, tool, model, kind, origin } = filter;
  const one = (column: string, value: string | number): IndexStretch[] => [
    { index: `[owner+${column}+createdAtMs]`, prefix: [owner, value] },
  ];
  const criteria: IndexStretch[][] = [];
  if (model !== null) criteria.push(one('model', model));
  if (tool !== null) criteria.push(one('jobType', tool));
  if (origin !== null) criteria.push(one('origin', origin));
  if (marked === 'unrated') criteria.push(one('rated', 0));
  else if (marked !== 'all') criteria.push(one('starred', marked === 'favourites' ? 1 : 0));
  if (kind !== null) {
    const types = await valuesOf('[owner+mediaType+createdAtMs]', owner);
    const same = types.filter((type) => mediaKind(type) === kind);
    criteria.push(same.flatMap((type) => one('mediaType', type)));
  }
  return criteria;
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
  const criteria = await criteriaOf(owner, filter);
  if (collectionsOf(filter).length > 0 || criteria.length > 1) {
    const ids = await listWorkIds(owner, filter, order);
    const at = ids.indexOf(id);
    return at === -1 ? null : { at: at + 1, of: ids.length };
  }
  const stretches = criteria[0] ?? [{ index: '[owner+createdAtMs]', prefix: [owner] }];
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
  const times = timesOf(filter);
  const idsOf = (stretch: IndexStretch) => between(stretch, times).primaryKeys();
  const criteria = await criteriaOf(owner, filter);
  // What is one stretch is in the order of time already.
  const [ordered] = criteria.find((stretches) => stretches.length === 1) ?? [
    { index: '[owner+createdAtMs]', prefix: [owner] },
  ];
  if (!ordered) return [];
  const others = criteria.filter((stretches) => stretches[0] !== ordered);
  const [ids, ...sets] = await Promise.all([
    idsOf(ordered),
    ...others.map(async (stretches) => (await Promise.all(stretches.map(idsOf))).flat()),
  ]);
  const wanted = sets.map((set) => new Set(set));
  const found = ids.filter((id) => wanted.every((set) => set.has(id)));
  return order === 'newest' ? found.toReversed() : found;
}

/** The values of an index's middle column, one look each: as many as there are, however many works have them. */
async function valuesOf(index: string, owner: UserKey): Promise<string[]> {
  const values: string[] = [];
  let last: string | null = null;
  for (;;) {
    const after: (string | number)[] =
      last === null ? [owner, '', -Infinity] : [owner, last, Infinity];
    const [key]: unknown[] = await db.works
      .where(index)
      .between(after, [owner, Dexie.maxKey, Infinity], last === null, true)
      .limit(1)
      .keys();
    if (!Array.isArray(key)) return values;
    last = String(key[1]);
    values.push(last);
  }
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
