import { Dexie } from 'dexie';
import { tagOfCollection, type CollectionId } from '../../domain/albums.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { CollectedWork, SimpleIntent } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { addIntent } from '../intents/rows.ts';
import { isUnsent } from '../intents/rules.ts';
import type { MembershipRow } from '../schema.ts';
import { isTold } from './wishes.ts';
import { pendingWishes } from '../intents/lists.ts';

/** The rows of one collection, in the order of their places. */
export const membersOf = (owner: UserKey, collection: CollectionId) =>
  db.memberships
    .where('[owner+collection+place]')
    .between([owner, collection, -Infinity], [owner, collection, Infinity], true, true);

/** The works of one collection, those too that are not here or are being deleted. By index alone. */
export async function listMembers(owner: UserKey, collection: CollectionId): Promise<WorkId[]> {
  const keys = await membersOf(owner, collection).primaryKeys();
  return keys.map(([, , workId]) => workId);
}

/** Of more works all collections are read once instead of each work's. */
const askedOneByOne = 500;

/** What works have been put under: how many of them each collection has. */
export async function countCollections(
  owner: UserKey,
  workIds: readonly WorkId[],
): Promise<Map<CollectionId, number>> {
  const counts = new Map<CollectionId, number>();
  if (workIds.length > askedOneByOne) {
    const wanted = new Set(workIds);
    for (const [collection, members] of await listAllMembers(owner)) {
      const { size } = members.intersection(wanted);
      if (size > 0) counts.set(collection, size);
    }
    return counts;
  }
  const rows = await db.memberships
    .where('workId')
    .anyOf([...workIds])
    .toArray();
  for (const row of rows) {
    if (row.owner !== owner) continue;
    counts.set(row.collection, (counts.get(row.collection) ?? 0) + 1);
  }
  return counts;
}

/** The tags of a work, in the order of the alphabet. */
export async function listTagsOf(owner: UserKey, workId: WorkId): Promise<string[]> {
  const counts = await countCollections(owner, [workId]);
  return [...counts.keys()].flatMap((id) => tagOfCollection(id) ?? []).toSorted();
}

/** Every tag that a person has given, one look at the index each. */
export async function listTags(owner: UserKey): Promise<string[]> {
  const tags: string[] = [];
  let last = '#';
  for (;;) {
    const [key]: unknown[] = await db.memberships
      .where('[owner+collection+place]')
      .between([owner, last, Infinity], [owner, '$'], false, false)
      .limit(1)
      .keys();
    if (!Array.isArray(key)) return tags;
    last = String(key[1]);
    tags.push(last.slice(1));
  }
}

/** Every collection with its works, for a reader of all: by the primary key alone. */
export async function listAllMembers(owner: UserKey): Promise<Map<CollectionId, Set<WorkId>>> {
  const keys = await db.memberships
    .where('[owner+collection+workId]')
    .between([owner], [owner, Dexie.maxKey])
    .primaryKeys();
  const all = new Map<CollectionId, Set<WorkId>>();
  for (const [, collection, workId] of keys) {
    const members = all.get(collection);
    if (members) members.add(workId);
    else all.set(collection, new Set([workId]));
  }
  return all;
}

const keyOf = (owner: UserKey, collection: CollectionId, workId: WorkId) =>
  [owner, collection, workId] satisfies [UserKey, CollectionId, WorkId];

async function writeMembers(
  owner: UserKey,
  collection: CollectionId,
  works: readonly CollectedWork[],
  isIn: boolean,
): Promise<void> {
  if (isIn) {
    const rows: MembershipRow[] = works.map(({ id, place }) => ({
      owner,
      collection,
      workId: id,
      place,
    }));
    await db.memberships.bulkPut(rows);
  } else {
    await db.memberships.bulkDelete(works.map(({ id }) => keyOf(owner, collection, id)));
  }
}

/** Takes works out of earlier wishes about the same collection that never left: they are said anew. */
async function replaceEarlier(
  owner: UserKey,
  collection: CollectionId,
  ids: ReadonlySet<WorkId>,
  nowMs: number,
): Promise<void> {
  for (const row of await pendingWishes(owner, 'collect-works')) {
    const { payload } = row;
    if (payload.collection !== collection || !isUnsent(row, nowMs)) continue;
    const kept = payload.works.filter(({ id }) => !ids.has(id));
    if (kept.length === payload.works.length) continue;
    payload.works = kept;
    if (kept.length === 0) await db.intents.delete(row.id);
    else await db.intents.put(row);
  }
}

/**
 * Puts works into an album or gives them a tag, or takes that back: at once here, told by the queue.
 * @param tell false where this device alone is to know of it
 * @returns those of the works for which that is new, which an undo has to be about
 */
export async function collectWorks(
  owner: UserKey,
  collection: CollectionId,
  workIds: readonly WorkId[],
  isIn: boolean,
  nowMs: number = Date.now(),
  tell: boolean = isTold(owner),
): Promise<WorkId[]> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.memberships, db.intents], async () => {
      const ids = [...new Set(workIds)];
      const known = await db.memberships.bulkGet(ids.map((id) => keyOf(owner, collection, id)));
      const rows = await db.works.bulkGet(ids);
      const works = ids.flatMap((id, at): CollectedWork[] => {
        const work = rows[at];
        if ((known[at] !== undefined) === isIn) return [];
        if (!isIn) return [{ id, place: known[at]?.place ?? 0 }];
        if (work?.owner !== owner) return [];
        return [{ id, place: work.createdAtMs }];
      });
      if (works.length === 0) return [];
      await writeMembers(owner, collection, works, isIn);
      const changed = works.map(({ id }) => id);
      if (tell && isTold(owner)) {
        await replaceEarlier(owner, collection, new Set(changed), nowMs);
        const payload = { collection, works, isIn, tappedAtMs: nowMs };
        await addIntent(owner, 'collect-works', payload, nowMs);
      }
      return changed;
    }),
  );
}

/** Undoes what an intent changed here, except what a later one says. Inside the caller's transaction. */
export async function undoCollecting(intent: SimpleIntent<'collect-works'>): Promise<void> {
  const { owner, payload } = intent;
  const { collection, works, isIn } = payload;
  const rows = await pendingWishes(owner, 'collect-works');
  const later = rows.filter((row) => row.id !== intent.id && row.payload.collection === collection);
  const wished = new Set(later.flatMap((row) => row.payload.works.map(({ id }) => id)));
  const left = works.filter(({ id }) => !wished.has(id));
  await writeMembers(owner, collection, left, !isIn);
}

/** Makes an intent's change once more. Inside the caller's transaction. */
export async function redoCollecting({
  owner,
  payload: { collection, works, isIn },
}: SimpleIntent<'collect-works'>): Promise<void> {
  await writeMembers(owner, collection, works, isIn);
}
