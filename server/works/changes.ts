import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { worksChanges } from '../../src/api/contract/sync.ts';
import type { OkOf } from '../../src/api/contract/endpoint.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { changeHeads, works, workTombstones } from './tables.ts';
import { describeWorks, selectWorks } from './describe.ts';
import type { Describing } from './describe.ts';

type Answer = Omit<OkOf<typeof worksChanges>['data'], 'albums'>;

const cursorPattern = /^([0-9a-f-]{36})\.(\d{1,15})$/;

/** The epoch and number of a cursor; null when it is none of ours. */
function readCursor(text: string | null): { epoch: string; seq: number } | null {
  const [, epoch, seq] = cursorPattern.exec(text ?? '') ?? [];
  return epoch && seq ? { epoch, seq: Number(seq) } : null;
}

/** Everything there is, from the newest work down. */
async function everything(
  transaction: Transaction,
  describing: Describing,
  userId: number,
  from: number | null,
  limit: number,
): Promise<Pick<Answer, 'works' | 'before'>> {
  const rows = await selectWorks(transaction)
    .where(and(eq(works.userId, userId), from === null ? undefined : lt(works.seq, from)))
    .orderBy(desc(works.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    works: await describeWorks(transaction, page, describing),
    before: last ? String(last.work.seq) : null,
  };
}

/** What is newer than a number, oldest change first; a work that is gone is only that. */
async function since(
  transaction: Transaction,
  describing: Describing,
  userId: number,
  seq: number,
  limit: number,
): Promise<Pick<Answer, 'works' | 'gone'> & { reached: number; more: boolean }> {
  const changed = await selectWorks(transaction)
    .where(and(eq(works.userId, userId), gt(works.changeSeq, seq)))
    .orderBy(asc(works.changeSeq))
    .limit(limit + 1);
  const buried = await transaction
    .select()
    .from(workTombstones)
    .where(and(eq(workTombstones.userId, userId), gt(workTombstones.changeSeq, seq)))
    .orderBy(asc(workTombstones.changeSeq))
    .limit(limit + 1);
  const order = [
    ...changed.map(({ work }) => work.changeSeq),
    ...buried.map(({ changeSeq }) => changeSeq),
  ].toSorted((left, right) => left - right);
  const reached = order[Math.min(limit, order.length) - 1] ?? seq;
  return {
    works: await describeWorks(
      transaction,
      changed.filter(({ work }) => work.changeSeq <= reached),
      describing,
    ),
    gone: buried.filter((row) => row.changeSeq <= reached).map((row) => row.workId),
    reached,
    more: order.length > limit,
  };
}

/** What has changed since a cursor, or page by page everything where there is none. */
export async function changesSince(
  database: Database,
  describing: Describing,
  userId: number,
  { cursor, limit, before }: z.infer<typeof worksChanges.body>,
): Promise<Answer> {
  // One reading of one moment: the head's number and the rows must belong together.
  return database.transaction(
    async (transaction): Promise<Answer> => {
      const [head] = await transaction
        .select()
        .from(changeHeads)
        .where(eq(changeHeads.userId, userId));
      const known = readCursor(cursor);
      const isKnown = known !== null && known.epoch === head?.epoch && known.seq <= head.seq;
      const reset = !isKnown && Boolean(cursor);
      // Before a person's first work there is no number, and nothing to tell.
      if (!head) return { works: [], gone: [], cursor: '', before: null, more: false, reset };
      const cursorAt = (seq: number) => `${head.epoch}.${seq}`;
      if (!isKnown) {
        const page = await everything(transaction, describing, userId, null, limit);
        return { ...page, gone: [], cursor: cursorAt(head.seq), more: false, reset };
      }
      if (before !== null) {
        const from = /^\d{1,15}$/.test(before) ? Number(before) : 0;
        const page = await everything(transaction, describing, userId, from, limit);
        return { ...page, gone: [], cursor: cursorAt(known.seq), more: false, reset: false };
      }
      const { reached, ...page } = await since(transaction, describing, userId, known.seq, limit);
      return { ...page, cursor: cursorAt(reached), before: null, reset: false };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
