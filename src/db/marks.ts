import type { IntentId, UserKey, WorkId } from '../domain/ids.ts';
import { isOpenStage } from '../domain/intent.ts';
import type { IntentPayloads, SimpleIntent } from '../domain/intent.ts';
import { db, guardStorage } from './database.ts';
import { isLeased, isUnsent } from './intent-rules.ts';
import { addIntent, appendLog } from './intent-rows.ts';
import type { WorkRow } from './schema.ts';

export type MarkKind = 'set-favourite' | 'set-rating';
export type MarkIntent = SimpleIntent<MarkKind>;
/** 0 and 1 for a favourite; 0, which is none, to 5 for a rating. */
export type MarkValue<Kind extends MarkKind> = IntentPayloads[Kind]['value'];

export function readMark(work: WorkRow, kind: MarkKind): number {
  return kind === 'set-favourite' ? work.starred : work.rating;
}

export function writeMark(work: WorkRow, kind: MarkKind, value: number): void {
  if (kind === 'set-favourite') {
    work.starred = value > 0 ? 1 : 0;
  } else {
    work.rating = value;
    work.rated = value > 0 ? 1 : 0;
  }
}

/** Wishes of a kind that have not ended, their works included. Inside the caller's transaction. */
export async function pendingMarks(owner: UserKey, kind: MarkKind): Promise<MarkIntent[]> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .anyOf([
      [owner, kind, 'saved'],
      [owner, kind, 'needs-attention'],
    ])
    .toArray();
  return rows.filter((row): row is MarkIntent => row.kind === kind);
}

interface Wish {
  /** Works that the platform has to be told about. */
  works: { id: WorkId; before: number }[];
  /** Wishes on their way, which this one must not overtake. */
  after: Set<IntentId>;
}

/**
 * Takes the works out of earlier wishes that this one replaces. One that never left is as if it had not been:
 * a wish back to what the platform knows then sends nothing. Of one that was tried nobody knows whether it
 * arrived, so the new one has to be said in any case.
 */
async function replaceEarlier(
  kind: MarkKind,
  owner: UserKey,
  works: readonly WorkRow[],
  value: number,
  nowMs: number,
): Promise<Wish> {
  const wish: Wish = { works: [], after: new Set() };
  const before = new Map(works.map((work) => [work.id, readMark(work, kind)]));
  const mustSay = new Set<WorkId>();
  for (const row of await pendingMarks(owner, kind)) {
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
    // Both kinds hold the same list; only their values differ.
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
 * Marks works at once and keeps the wish that tells the platform. Opposite wishes cancel out before they leave.
 * @param value 0 or 1 for a favourite, 0 to 5 for a rating
 * @returns the intent; null when there is nothing to tell
 */
export async function markWorks<Kind extends MarkKind>(
  kind: Kind,
  owner: UserKey,
  ids: readonly WorkId[],
  value: MarkValue<Kind>,
  nowMs: number = Date.now(),
): Promise<IntentId | null> {
  return guardStorage(() =>
    db.transaction('rw', [db.works, db.intents], async () => {
      const rows = await db.works.bulkGet([...new Set(ids)]);
      const works = rows.flatMap((work) =>
        work?.owner === owner && work.deletedAtMs === null && readMark(work, kind) !== value
          ? [work]
          : [],
      );
      if (works.length === 0) return null;
      const wish = await replaceEarlier(kind, owner, works, value, nowMs);
      for (const work of works) writeMark(work, kind, value);
      await db.works.bulkPut(works);
      if (wish.works.length === 0) return null;
      const payload = { works: wish.works, value, tappedAtMs: nowMs } as IntentPayloads[Kind];
      const intent = await addIntent(owner, kind, payload, nowMs, { after: [...wish.after] });
      return intent.id;
    }),
  );
}

/**
 * Wishes back to what was, after one was taken back that may have arrived all the same. Inside the caller's
 * transaction.
 */
export async function counterMarks(intent: MarkIntent, nowMs: number): Promise<void> {
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
export async function openMarksOf(owner: UserKey, ids: readonly WorkId[]): Promise<IntentId[]> {
  const wanted = new Set(ids);
  const rows = [
    ...(await pendingMarks(owner, 'set-favourite')),
    ...(await pendingMarks(owner, 'set-rating')),
  ];
  return rows
    .filter((row) => isOpenStage(row.stage))
    .filter((row) => row.payload.works.some(({ id }) => wanted.has(id)))
    .map((row) => row.id);
}

/**
 * Writes what the platform says about marks; a wish that has not arrived yet stays on top of it. Inside the
 * caller's transaction over `works` and `intents`.
 * @param except the wish that was just answered
 * @returns works whose mark changed here
 */
export async function adoptMarks(
  kind: MarkKind,
  owner: UserKey,
  values: ReadonlyMap<WorkId, number>,
  except: IntentId | null = null,
): Promise<WorkId[]> {
  const pending = await pendingMarks(owner, kind);
  const wished = new Set(
    pending
      .filter((row) => row.id !== except)
      .flatMap((row) => row.payload.works.map(({ id }) => id)),
  );
  const rows = await db.works.bulkGet([...values.keys()]);
  const changed = rows.flatMap((work) => {
    const value = work ? values.get(work.id) : undefined;
    if (!work || value === undefined || work.owner !== owner || wished.has(work.id)) return [];
    if (readMark(work, kind) === value) return [];
    writeMark(work, kind, value);
    return [work];
  });
  if (changed.length > 0) await db.works.bulkPut(changed);
  return changed.map((work) => work.id);
}
