import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { jobs } from './tables.ts';

/** Where a job stands among those of the same person. */
const placeOf = sql<number>`coalesce(${jobs.place}, ${jobs.seq})`;

/**
 * Puts waiting jobs of one person in another order. They share out the places that they had before, so that
 * nobody else's job moves; jobs that are no longer waiting are passed over. A repeat changes nothing.
 * @returns ids of those that wait, in their new order
 */
export async function reorderJobs(
  database: Database,
  userId: number,
  ids: readonly string[],
): Promise<string[]> {
  return database.transaction(async (transaction) => {
    const waiting = await transaction
      .select({ id: jobs.id, place: placeOf.mapWith(Number) })
      .from(jobs)
      .where(
        and(
          eq(jobs.userId, userId),
          inArray(jobs.state, ['Pending', 'Restarted']),
          inArray(jobs.id, [...new Set(ids)]),
        ),
      )
      // In one order for all, or two calls could wait for each other.
      .orderBy(asc(jobs.id))
      .for('update');
    const places = waiting.map((job) => job.place).toSorted((left, right) => left - right);
    const wished = new Map(ids.map((id, index) => [id, index]));
    const ordered = waiting
      .map((job) => job.id)
      .toSorted((left, right) => (wished.get(left) ?? 0) - (wished.get(right) ?? 0));
    if (ordered.length > 1) {
      const rows = ordered.map((id, index) => sql`(${id}::uuid, ${places[index] ?? 0}::bigint)`);
      await transaction.execute(sql`
        update jobs set place = wished.place
        from (values ${sql.join(rows, sql`, `)}) as wished (id, place)
        where jobs.id = wished.id`);
    }
    return ordered;
  });
}
