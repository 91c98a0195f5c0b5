import { and, asc, count, desc, eq, isNotNull, lte, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { feedback } from './tables.ts';

export type FeedbackRow = typeof feedback.$inferSelect;

/** Keeps what somebody said. @returns what is kept under the key, which a repeat finds as it was */
export async function keepFeedback(
  database: Database,
  row: typeof feedback.$inferInsert,
): Promise<FeedbackRow> {
  const [added] = await database.insert(feedback).values(row).onConflictDoNothing().returning();
  if (added) return added;
  const [found] = await database.select().from(feedback).where(eq(feedback.key, row.key));
  if (!found) throw new Error('feedback was neither kept nor found');
  return found;
}

export async function readFeedback(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FeedbackRow[]; total: number }> {
  const rows = await database
    .select()
    .from(feedback)
    .orderBy(desc(feedback.createdAt), desc(feedback.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await database.select({ total: count() }).from(feedback);
  return { rows, total: counted?.total ?? 0 };
}

/** Takes one that is to be passed on, and says when it is next in case this process ends meanwhile. */
export function takeDueFeedback(
  database: Database,
  nextAt: (attempts: number) => Date,
): Promise<FeedbackRow | null> {
  return database.transaction(async (transaction) => {
    const [due] = await transaction
      .select()
      .from(feedback)
      .where(and(isNotNull(feedback.sendAt), lte(feedback.sendAt, sql`now()`)))
      .orderBy(asc(feedback.sendAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return null;
    await transaction
      .update(feedback)
      .set({ sendAt: nextAt(due.attempts), attempts: due.attempts + 1 })
      .where(eq(feedback.id, due.id));
    return due;
  });
}

export async function markSent(database: Database, id: string): Promise<void> {
  await database
    .update(feedback)
    .set({ sentAt: sql`now()`, sendAt: null })
    .where(eq(feedback.id, id));
}
