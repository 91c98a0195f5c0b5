import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import { isOpenStage } from '../../domain/intent.ts';
import type { IntentPayloads } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { isLeased, isUnsent } from '../intents/rules.ts';
import { addIntent, appendLog } from '../intents/rows.ts';
import { openKeepsOf } from './untold.ts';
import { readRating, writeRating } from './wishes.ts';
import { pendingWishes } from '../intents/lists.ts';
import type { RatingKind, RatingValue, WishIntent, WishKind } from './wishes.ts';

interface Wish {
  /** Works that the platform has to be told about. */
  works: { id: WorkId; before: number }[];
  /** Intents that may be on their way, which the new one must not overtake. */
  after: Set<IntentId>;
}

/**
 * Removes the works from earlier intents that the new one replaces. If an earlier one was never sent and the new
 * value is what the platform knows, nothing has to be sent at all. If it was tried, it may have arrived, so the new
 * value is sent in any case. Inside the caller's transaction.
 * @param now the value of each work before the wish
 */
export async function replaceEarlier(
  kind: WishKind,
  owner: UserKey,
  now: ReadonlyMap<WorkId, number>,
  value: number,
  nowMs: number,
): Promise<Wish> {
  const wish: Wish = { works: [], after: new Set() };
  const before = new Map(now);
  const mustSay = new Set<WorkId>();
  for (const row of await pendingWishes(owner, kind)) {
    const shared = row.payload.works.filter(({ id }) => before.has(id));
    if (shared.length === 0) continue;
    if (isLeased(row, nowMs)) {
      wish.after.add(row.id);
      for (const { id } of shared) mustSay.add(id);
      continue;
    }
    const unsent = isUnsent(row, nowMs);
    for (const entry of shared) {
      if (unsent) before.set(entry.id, entry.before);
      else mustSay.add(entry.id);
    }
    // All kinds hold the same list; only their values differ.
    const works: { id: WorkId; before: number }[] = row.payload.works;
    const kept = works.filter(({ id }) => !before.has(id));
    if (kept.length === 0) {
      await db.intents.delete(row.id);
    } else {
      works.splice(0, works.length, ...kept);
      appendLog(row, nowMs, 'wish-replaced', `${shared.length}`);
      await db.intents.put(row);
    }
  }
  for (const [id, known] of before) {
    if (known !== value || mustSay.has(id)) wish.works.push({ id, before: known });
  }
  return wish;
}

/**
 * Stars or rates works at once and keeps the intent that tells the platform. Opposite intents cancel out before they
 * leave.
 * @param value 0 or 1 for a favourite, 0 to 5 for a rating
 * @returns the intent; null when there is nothing to tell
 */
export async function rateWorks<Kind extends RatingKind>(
  kind: Kind,
  owner: UserKey,
  ids: readonly WorkId[],
  value: RatingValue<Kind>,
  nowMs: number = Date.now(),
): Promise<IntentId | null> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const rows = await db.works.bulkGet([...new Set(ids)]);
      const works = rows.flatMap((work) =>
        work?.owner === owner && readRating(work, kind) !== value ? [work] : [],
      );
      if (works.length === 0) return null;
      // Of a work that the platform does not know yet it is told once, with how it is rated then.
      const told = works.filter((work) => !work.untold);
      const now = new Map(told.map((work) => [work.id, readRating(work, kind)]));
      const wish = await replaceEarlier(kind, owner, now, value, nowMs);
      for (const id of await openKeepsOf(owner, told)) wish.after.add(id);
      for (const work of works) writeRating(work, kind, value);
      await db.works.bulkPut(works);
      if (wish.works.length === 0) return null;
      const payload = { works: wish.works, value, tappedAtMs: nowMs } as IntentPayloads[Kind];
      const intent = await addIntent(owner, kind, payload, nowMs, { after: [...wish.after] });
      return intent.id;
    }),
  );
}

/**
 * Adds an intent with the value before, after one was taken back that may have reached the platform. Inside the
 * caller's transaction.
 */
export async function counterWish(intent: WishIntent, nowMs: number): Promise<void> {
  const { kind, owner, payload } = intent;
  const entries: { id: WorkId; before: number }[] = payload.works;
  for (const value of new Set(entries.map((entry) => entry.before))) {
    const works = entries
      .filter((entry) => entry.before === value)
      .map(({ id }) => ({ id, before: payload.value }));
    await addIntent(owner, kind, { works, value, tappedAtMs: nowMs }, nowMs);
  }
}

/** Open wishes about works, which a deletion of them must not overtake. Inside the caller's transaction. */
export async function openWishesOf(owner: UserKey, ids: readonly WorkId[]): Promise<IntentId[]> {
  const wanted = new Set(ids);
  const rows = [
    ...(await pendingWishes(owner, 'set-favourite')),
    ...(await pendingWishes(owner, 'set-rating')),
    ...(await pendingWishes(owner, 'set-binned')),
  ];
  return rows
    .filter((row) => isOpenStage(row.stage))
    .filter((row) => row.payload.works.some(({ id }) => wanted.has(id)))
    .map((row) => row.id);
}
