import { Dexie } from 'dexie';
import type { Collection } from 'dexie';
import { collectionOfTag, type CollectionId } from '../../domain/albums.ts';
import { mediaTypes } from '../../domain/file-kinds.ts';
import type { HistoryFilter } from '../../domain/history-filter.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { monthBounds } from '../../domain/months.ts';
import type { HistoryOrder } from '../../domain/work-entry.ts';
import { db } from '../database.ts';
import type { WorkRow } from '../schema.ts';
import type { WorkCursor } from './works.ts';

/** A stretch of an index: what comes before the time of creation in its keys. */
export interface IndexStretch {
  index: string;
  prefix: readonly (string | number)[];
}

/** Both ends are meant. */
export interface Times {
  fromMs: number;
  toMs: number;
}

/** Every work of a person. */
export const everything = (owner: UserKey): IndexStretch => ({
  index: '[owner+createdAtMs]',
  prefix: [owner],
});

/** The works of a stretch that were made at some time. */
export function between(
  { index, prefix }: IndexStretch,
  { fromMs, toMs }: Times,
): Collection<WorkRow, WorkId> {
  return db.works.where(index).between([...prefix, fromMs], [...prefix, toMs], true, true);
}

/** The times that a filter leaves. */
export function timesOf({ month }: HistoryFilter): Times {
  if (month === null) return { fromMs: -Infinity, toMs: Infinity };
  const { fromMs, untilMs } = monthBounds(month);
  return { fromMs, toMs: untilMs - 1 };
}

/**
 * The same between two works of a list.
 * @param after null from the list's beginning
 * @param until null to its end
 */
export function timesBetween(
  filter: HistoryFilter,
  order: HistoryOrder,
  after: WorkCursor | null,
  until: WorkCursor | null,
): Times {
  const [first, last] = order === 'newest' ? [until, after] : [after, until];
  const { fromMs, toMs } = timesOf(filter);
  return {
    fromMs: Math.max(fromMs, first?.createdAtMs ?? -Infinity),
    toMs: Math.min(toMs, last?.createdAtMs ?? Infinity),
  };
}

/** From the first to the last work of a person that was made within some time; null where none was. */
export async function timesOfWorks(owner: UserKey, times: Times): Promise<Times | null> {
  const keyOf = async (works: Collection<WorkRow, WorkId>) => {
    const [key]: unknown[] = await works.limit(1).keys();
    return Array.isArray(key) ? Number(key[1]) : null;
  };
  const stretch = everything(owner);
  const [fromMs, toMs] = await Promise.all([
    keyOf(between(stretch, times)),
    keyOf(between(stretch, times).reverse()),
  ]);
  return fromMs === null || toMs === null ? null : { fromMs, toMs };
}

/**
 * The stretches of each criterion of a filter by itself; a kind of media is as many as there are types of it. A month is
 * none of them: every index goes by time.
 */
export function criteriaOf(owner: UserKey, filter: HistoryFilter): IndexStretch[][] {
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
    const types = mediaTypes.filter((type) => mediaKind(type) === kind);
    criteria.push(types.flatMap((type) => one('mediaType', type)));
  }
  return criteria;
}

/** The collections in which a filter's works are. */
export const collectionsOf = ({ album, tag }: HistoryFilter): CollectionId[] => [
  ...(album === null ? [] : [album]),
  ...(tag === null ? [] : [collectionOfTag(tag)]),
];

/** The works that meet every criterion, in order: the keys of an index for each, and no row. */
export async function idsMeeting(
  owner: UserKey,
  criteria: readonly IndexStretch[][],
  times: Times,
  order: HistoryOrder,
): Promise<WorkId[]> {
  const idsOf = (stretch: IndexStretch) => between(stretch, times).primaryKeys();
  // What is one stretch is in the order of time already.
  const ordered = criteria.find(({ length }) => length === 1) ?? [everything(owner)];
  const others = criteria.filter((stretches) => stretches !== ordered);
  const [ids, ...sets] = await Promise.all(
    [ordered, ...others].map(async (stretches) => (await Promise.all(stretches.map(idsOf))).flat()),
  );
  const wanted = sets.map((set) => new Set(set));
  const found = (ids ?? []).filter((id) => wanted.every((set) => set.has(id)));
  return order === 'newest' ? found.toReversed() : found;
}

/** The values of an index's middle column, one look each: as many as there are, however many works have them. */
export async function valuesOf(index: string, owner: UserKey): Promise<string[]> {
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
