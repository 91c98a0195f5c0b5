import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import { isOpenStage } from '../../domain/intent.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { db } from '../database.ts';
import { addIntent } from '../intents/rows.ts';
import type { WorkRow } from '../schema.ts';

/**
 * How the platform comes to know works that no job made (docs/adr/0035). While it certainly knows nothing of one, the
 * work is `untold`, and ratings and a deletion of it are nobody's business but the device's.
 */

export type KeepIntent = SimpleIntent<'keep-work'>;

/** A row is written again after each of its works. */
const keepLotMax = 200;

/** Rows that have not ended, or wait for the person. Inside the caller's transaction. */
export async function keepsOf(owner: UserKey): Promise<KeepIntent[]> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .between([owner, 'keep-work', ''], [owner, 'keep-work', '\uffff'])
    .toArray();
  return rows.filter(
    (row): row is KeepIntent =>
      row.kind === 'keep-work' && (isOpenStage(row.stage) || row.stage === 'needs-attention'),
  );
}

/** Puts works in line for the platform, in lots. Inside the caller's transaction over `intents`. */
export async function tellOfOwnWorks(
  owner: UserKey,
  ids: readonly WorkId[],
  nowMs: number,
): Promise<void> {
  for (let from = 0; from < ids.length; from += keepLotMax) {
    const workIds = ids.slice(from, from + keepLotMax);
    await addIntent(owner, 'keep-work', { workIds }, nowMs);
  }
}

/** Whether a work is still to be told. */
export async function isInLine(owner: UserKey, id: WorkId): Promise<boolean> {
  const rows = await keepsOf(owner);
  return rows.some((row) => isOpenStage(row.stage) && row.payload.workIds.includes(id));
}

/**
 * Works that are shown again after a deletion was taken back: those that the platform was to keep are put in line once
 * more, unless they still stand there. Inside the caller's transaction over `works` and `intents`.
 */
export async function tellAgain(ids: readonly WorkId[], nowMs: number): Promise<void> {
  const rows = await db.works.bulkGet([...ids]);
  const untold = rows.filter((work): work is WorkRow => work?.untold === true);
  for (const [owner, works] of Map.groupBy(untold, (work) => work.owner)) {
    const inLine = new Set((await keepsOf(owner)).flatMap((row) => row.payload.workIds));
    const missing = works.filter(({ id }) => !inLine.has(id)).map(({ id }) => id);
    await tellOfOwnWorks(owner, missing, nowMs);
  }
}

/**
 * Intents that are telling the platform of these works, and may just have: what is said of them later must not
 * overtake that. Inside the caller's transaction.
 */
export async function openKeepsOf(owner: UserKey, works: readonly WorkRow[]): Promise<IntentId[]> {
  const asked = new Set(
    works.filter((work) => work.jobId === null && !work.untold).map(({ id }) => id),
  );
  if (asked.size === 0) return [];
  const rows = (await keepsOf(owner)).filter((row) => isOpenStage(row.stage));
  return rows.filter((row) => row.payload.workIds.some((id) => asked.has(id))).map(({ id }) => id);
}
