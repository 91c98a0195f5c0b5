import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';

import type * as contract from '../../src/api/contract/works.ts';
import type { OkOf } from '../../src/api/contract/endpoint.ts';
import { binDays } from '../../src/domain/retention.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { FileStore } from '../files/file-store.ts';
import { changeWorks } from './change.ts';
import { deleteWorks } from './service.ts';
import { works } from './tables.ts';

/** Tells whoever shows works to others which of them are in the bin now. */
export type NoteBinned = (
  transaction: Transaction,
  workIds: readonly string[],
  isBinned: boolean,
) => Promise<void>;

/** Works of one lot: each lot is one transaction. */
const worksPerRound = 100;

/** Deleted works lie in the bin until a later tap, on whichever device, or until their time is over: docs/adr/0037. */
export function setBinned(
  database: Database,
  userId: number,
  { image_ids: ids, age_ms: ageMs }: { image_ids: readonly string[]; age_ms: number },
  isBinned: boolean,
  noteBinned: NoteBinned,
): Promise<OkOf<typeof contract.binWorks>> {
  const mine = and(eq(works.userId, userId), inArray(works.id, [...new Set(ids)]));
  return changeWorks(database, userId, async (transaction) => {
    // By the database's clock alone, so that taps are compared by one clock.
    const tappedAt = sql<Date>`now() - ${ageMs} * interval '1 millisecond'`;
    await transaction
      .update(works)
      .set({
        binTappedAt: tappedAt,
        binnedAt: isBinned ? tappedAt : null,
        // The time in the bin does not count: what comes out has as many days left as it had.
        keptFrom: isBinned
          ? works.keptFrom
          : sql`${works.keptFrom} + coalesce(now() - ${works.binnedAt}, interval '0')`,
      })
      .where(and(mine, or(isNull(works.binTappedAt), lte(works.binTappedAt, tappedAt))));
    const rows = await transaction
      .select({ id: works.id, binnedAt: works.binnedAt })
      .from(works)
      .where(mine);
    const found = new Set(rows.map((row) => row.id));
    for (const [inBin, some] of Map.groupBy(rows, (row) => row.binnedAt !== null)) {
      await noteBinned(
        transaction,
        some.map(({ id }) => id),
        inBin,
      );
    }
    return {
      data: {
        works: rows.map(({ id, binnedAt }) => ({
          image_id: id,
          binned_at: binnedAt?.toISOString() ?? null,
        })),
        gone: [...new Set(ids)].filter((id) => !found.has(id)),
      },
    };
  });
}

/** Whose time in the bin is over. */
const isOver = lte(works.binnedAt, sql`now() - ${binDays} * interval '1 day'`);

/**
 * Deletes for good what has lain in the bin for its time. One that is taken out at the same moment stays.
 * @returns how many works went
 */
export async function emptyDueBins(database: Database, store: FileStore): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await database
      .select({ id: works.id, userId: works.userId })
      .from(works)
      .where(isOver)
      .orderBy(asc(works.binnedAt))
      .limit(worksPerRound);
    if (due.length === 0) return removed;
    for (const [userId, mine] of Map.groupBy(due, (row) => row.userId)) {
      const ids = mine.map(({ id }) => id);
      removed += await deleteWorks(database, store, userId, ids, isOver);
    }
  }
}
