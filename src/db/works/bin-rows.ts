import type { IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import type { SimpleIntent } from '../../domain/intent.ts';
import { db } from '../database.ts';
import type { BinRow, WorkRow } from '../schema.ts';
import { tellAgain } from './untold.ts';
import { pendingWishes } from '../intents/lists.ts';

/** How rows move between the works and the bin (docs/adr/0037), for the verbs and for what the platform says. */

export type BinIntent = SimpleIntent<'set-binned'>;

/** Works by id into the bin. Inside the caller's transaction over both tables. */
export async function moveIn(works: readonly WorkRow[], binnedAtMs: number): Promise<void> {
  await db.works.bulkDelete(works.map(({ id }) => id));
  await db.bin.bulkPut(works.map((work) => ({ ...work, binnedAtMs })));
}

/** Out of the bin. Inside the caller's transaction over both tables and `intents`. */
export async function moveOut(rows: readonly BinRow[], nowMs: number): Promise<void> {
  await db.bin.bulkDelete(rows.map(({ id }) => id));
  await db.works.bulkPut(
    rows.map(({ binnedAtMs: _binnedAtMs, ...work }) => ({ ...work, deletedAtMs: null })),
  );
  await tellAgain(
    rows.map(({ id }) => id),
    nowMs,
  );
}

async function doneWishes(owner: UserKey): Promise<BinIntent[]> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .equals([owner, 'set-binned', 'done'])
    .toArray();
  return rows.filter((row): row is BinIntent => row.kind === 'set-binned');
}

/**
 * Writes what the platform says about the bin; a wish that has not arrived yet stays on top of it. Inside the
 * caller's transaction.
 * @param values since when each work is in the bin; null where it is not
 * @param options.except the intent that was just answered
 * @param options.askedAtMs when the platform was asked: what it was told of since, its answer does not know
 * @returns works that moved here
 */
export async function adoptBin(
  owner: UserKey,
  values: ReadonlyMap<WorkId, number | null>,
  { except, askedAtMs = Infinity }: { except?: IntentId; askedAtMs?: number },
): Promise<WorkId[]> {
  const pending = await pendingWishes(owner, 'set-binned');
  const told = (await doneWishes(owner)).filter((row) => row.updatedAtMs >= askedAtMs);
  const wished = new Set(
    [...pending, ...told]
      .filter((row) => row.id !== except)
      .flatMap((row) => row.payload.works.map(({ id }) => id)),
  );
  const ids = [...values.keys()].filter((id) => !wished.has(id));
  const [works, binned] = await Promise.all([db.works.bulkGet(ids), db.bin.bulkGet(ids)]);
  const moved: WorkId[] = [];
  const out: BinRow[] = [];
  for (const [at, id] of ids.entries()) {
    const sinceMs = values.get(id) ?? null;
    const work = works[at];
    const row = binned[at];
    if (work?.owner === owner && sinceMs !== null) {
      await moveIn([work], sinceMs);
      moved.push(id);
    } else if (row?.owner === owner && sinceMs === null) {
      out.push(row);
      moved.push(id);
    } else if (row?.owner === owner && row.binnedAtMs !== sinceMs && sinceMs !== null) {
      await db.bin.update(id, { binnedAtMs: sinceMs });
    }
  }
  if (out.length > 0) await moveOut(out, Date.now());
  return moved;
}
