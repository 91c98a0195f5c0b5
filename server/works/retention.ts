import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { files, works } from '../database/schema.ts';
import type { FileStore } from '../files/store.ts';
import { createThumbnails } from '../files/thumbnails.ts';
import type { Log } from '../log.ts';
import { changeWorks } from './change.ts';

/** Days; 0 keeps for ever. See docs/adr/0010. */
export type Retention = Config['retention'];

type Kept = Pick<typeof works.$inferSelect, 'keptFrom' | 'acknowledgedAt' | 'expiredAt'>;

const dayMs = 86_400_000;
const worksPerRound = 100;
/** The size in which devices show works of which they have no original. */
const smallWidth = 512;

/** How a work's original is kept, in the contract's form. */
export function describeKeeping(
  { keptFrom, acknowledgedAt, expiredAt }: Kept,
  { resultDays, acknowledgedDays }: Retention,
): { original: 'kept' | 'expired'; expires_at: string | null } {
  if (expiredAt) return { original: 'expired', expires_at: null };
  const days = acknowledgedAt ? acknowledgedDays : resultDays;
  const expiresAt = days === 0 ? null : new Date(keptFrom.getTime() + days * dayMs);
  return { original: 'kept', expires_at: expiresAt?.toISOString() ?? null };
}

/** The same rule as a condition; `describeKeeping` must say what it does. */
function isOver({ resultDays, acknowledgedDays }: Retention) {
  const olderThan = (days: number) =>
    days === 0 ? sql`false` : lte(works.keptFrom, sql`now() - ${days} * interval '1 day'`);
  return or(
    and(isNull(works.acknowledgedAt), olderThan(resultDays)),
    and(isNotNull(works.acknowledgedAt), olderThan(acknowledgedDays)),
  );
}

/**
 * Lets go of originals whose time is over; facts and small pictures stay. The row is marked before the bytes go:
 * who gives a copy back at the same moment is told the truth. What a crash leaves in between the sweep removes.
 * @returns how many went
 */
export async function expireOriginals(
  database: Database,
  store: FileStore,
  retention: Retention,
  log: Log,
): Promise<number> {
  const thumbnail = createThumbnails(store);
  let removed = 0;
  for (;;) {
    const due = await database
      .select({ id: works.id, userId: works.userId, file: files })
      .from(works)
      .innerJoin(files, eq(files.id, works.fileId))
      .where(and(isNull(works.expiredAt), isOver(retention)))
      .orderBy(asc(works.keptFrom))
      .limit(worksPerRound);
    if (due.length === 0) return removed;
    for (const { file } of due) {
      if (!file.mediaType.startsWith('image/')) continue;
      await thumbnail(file, smallWidth).catch((error: unknown) =>
        log.warn({ err: error, file: file.id }, 'a small picture could not be made'),
      );
    }
    for (const [userId, mine] of Map.groupBy(due, (row) => row.userId)) {
      const ids = mine.map(({ id }) => id);
      const marked = await changeWorks(database, userId, (transaction) =>
        transaction
          .update(works)
          .set({ expiredAt: sql`now()` })
          .where(and(inArray(works.id, ids), isNull(works.expiredAt), isOver(retention)))
          .returning({ id: works.id }),
      );
      const gone = new Set(marked.map(({ id }) => id));
      await store.removeOriginals(mine.filter(({ id }) => gone.has(id)).map(({ file }) => file));
      removed += gone.size;
    }
  }
}
