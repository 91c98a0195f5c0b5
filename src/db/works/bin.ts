import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import type { IntentPayloads } from '../../domain/intent.ts';
import { deleteUndoMs } from '../../domain/limits.ts';
import { binMs } from '../../domain/retention.ts';
import { db, guardStorage } from '../database.ts';
import { addIntent } from '../intents/rows.ts';
import { rowsById } from '../rows-by-id.ts';
import type { WorkRow } from '../schema.ts';
import { moveIn, moveOut } from './bin-rows.ts';
import { openWishesOf, replaceEarlier } from './ratings.ts';
import { openKeepsOf } from './untold.ts';
import { purgeWorks } from './purge.ts';

/**
 * The bin (docs/adr/0037): deleted works lie there for a while, with their files, and can be put back.
 * A work stands in one of the two tables, never in both.
 */

/** Only the platform's own works are told of; all others are known to this device alone. */
const isTold = (work: WorkRow) => work.place === 'platform' && work.untold !== true;

/** Keeps the wish that tells the platform. Inside the caller's transaction. */
async function tell(
  owner: UserKey,
  works: readonly WorkRow[],
  value: 0 | 1,
  nowMs: number,
): Promise<void> {
  const told = works.filter(isTold);
  if (told.length === 0) return;
  const before = value === 1 ? 0 : 1;
  const now = new Map(told.map(({ id }) => [id, before]));
  const wish = await replaceEarlier('set-binned', owner, now, value, nowMs);
  if (wish.works.length === 0) return;
  const payload = { works: wish.works, value, tappedAtMs: nowMs } as IntentPayloads['set-binned'];
  await addIntent(owner, 'set-binned', payload, nowMs, {
    // The platform has to know a work before it is told more of it.
    after: [...wish.after, ...(await openKeepsOf(owner, told))],
    // One that is taken back at once never leaves.
    notBeforeMs: value === 1 ? nowMs + deleteUndoMs : 0,
  });
}

/**
 * Puts works into the bin at once, and keeps the wish that tells the platform.
 * @returns the works that went
 */
export async function binWorks(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<WorkId[]> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.bin, db.intents], async () => {
      const rows = await db.works.bulkGet([...new Set(ids)]);
      const works = rows.flatMap((work) => (work?.owner === owner ? [work] : []));
      await tell(owner, works, 1, nowMs);
      await moveIn(works, nowMs);
      return works.map(({ id }) => id);
    }),
  );
}

/**
 * Puts works back where they were, with their stars and hearts.
 * @returns how many came back
 */
export async function restoreWorks(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<number> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.bin, db.intents], async () => {
      const rows = await rowsById(db.bin, [...new Set(ids)]);
      const works = rows.flatMap((work) =>
        work?.owner === owner && work.deletedAtMs === null ? [work] : [],
      );
      if (works.length === 0) return 0;
      await tell(owner, works, 0, nowMs);
      await moveOut(works, nowMs);
      return works.length;
    }),
  );
}

/**
 * Takes works out of the bin for good: they are hidden at once and go with their files as soon as the platform has
 * heard of it. There is no way back.
 * @returns the intent; null when there was nothing to delete
 */
export async function deleteForGood(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number = Date.now(),
): Promise<IntentId | null> {
  return guardStorage(() =>
    db.transaction('rw', [db.bin, db.intents], async () => {
      const rows = await db.bin.bulkGet([...new Set(ids)]);
      const works = rows.flatMap((work) =>
        work?.owner === owner && work.deletedAtMs === null ? [work] : [],
      );
      if (works.length === 0) return null;
      const workIds = works.map(({ id }) => id);
      // That they went into the bin need not be told any more.
      const inBin = new Map(workIds.map((id) => [id, 1]));
      await replaceEarlier('set-binned', owner, inBin, 1, nowMs);
      const intent = await addIntent(owner, 'delete-works', { workIds }, nowMs, {
        // What was wished before has to arrive before the work is gone, and the work itself has to.
        after: [...(await openWishesOf(owner, workIds)), ...(await openKeepsOf(owner, works))],
      });
      await db.bin.bulkPut(works.map((work) => ({ ...work, deletedAtMs: nowMs })));
      return intent.id;
    }),
  );
}

/** What the list of the bin needs of a work. */
export interface BinEntry {
  id: WorkId;
  binnedAtMs: number;
}

/** What lies in the bin, the last deleted one first. Rows are read only of what is being deleted for good. */
export async function listBin(owner: UserKey): Promise<BinEntry[]> {
  return db.transaction('r', [db.bin, db.intents], async () => {
    const all = db.bin
      .where('[owner+binnedAtMs]')
      .between([owner, -Infinity], [owner, Infinity])
      .reverse();
    const [keys, ids, leaving] = await Promise.all([
      all.keys() as unknown as PromiseLike<[string, number][]>,
      all.primaryKeys(),
      idsLeaving(owner),
    ]);
    return ids.flatMap((id, at) =>
      leaving.has(id) ? [] : [{ id, binnedAtMs: keys[at]?.[1] ?? 0 }],
    );
  });
}

/** Works that are being deleted for good: their requests name them. Inside the caller's transaction. */
async function idsLeaving(owner: UserKey): Promise<Set<WorkId>> {
  const intents = await db.intents
    .where('[owner+kind+stage]')
    .between([owner, 'delete-works', ''], [owner, 'delete-works', '\uffff'])
    .toArray();
  const ids = intents.flatMap((intent) =>
    intent.kind === 'delete-works' && intent.stage !== 'done' ? intent.payload.workIds : [],
  );
  const rows = await db.bin.bulkGet([...new Set(ids)]);
  return new Set(rows.flatMap((row) => (row && row.deletedAtMs !== null ? [row.id] : [])));
}

/** How many works the bin shows, and the bytes of their originals, wherever those are kept. */
export async function measureBin(owner: UserKey): Promise<{ count: number; bytes: number }> {
  return db.transaction('r', [db.bin, db.intents], async () => {
    const sizes = await db.bin
      .where('[owner+bytes]')
      .between([owner, -Infinity], [owner, Infinity])
      .keys();
    const leaving = await idsLeaving(owner);
    const bytes = (sizes as unknown as [string, number][]).reduce((sum, key) => sum + key[1], 0);
    return { count: sizes.length - leaving.size, bytes };
  });
}

/**
 * Lets go of what has lain in the bin for its time, whoever's it is; the platform does the same with what it keeps.
 * @returns how many works went
 */
export async function sweepBin(nowMs: number = Date.now()): Promise<number> {
  const ids = await db.bin
    .where('binnedAtMs')
    .belowOrEqual(nowMs - binMs)
    .primaryKeys();
  if (ids.length > 0) await purgeWorks(ids, nowMs);
  return ids.length;
}
