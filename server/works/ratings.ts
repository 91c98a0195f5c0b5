import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';

import type * as contract from '../../src/api/contract/works.ts';
import type { OkOf } from '../../src/api/contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import { works } from './tables.ts';
import { changeWorks } from './change.ts';

type Rating = Pick<typeof works.$inferSelect, 'starred' | 'rating'>;

/** Favourite and stars in the form of the specification. */
export function describeRating({ starred, rating }: Rating) {
  return {
    starred: starred ? (1 as const) : (0 as const),
    rated: rating > 0 ? (1 as const) : (0 as const),
    rating,
  };
}

/** A favourite or a rating stands until a later tap, on whichever device: see docs/adr/0012. */
export function rateWorks(
  database: Database,
  userId: number,
  { image_ids: ids, age_ms: ageMs }: { image_ids: readonly string[]; age_ms: number },
  column: 'starredAt' | 'ratedAt',
  values: Partial<Rating>,
): Promise<OkOf<typeof contract.favouriteWorks>> {
  const mine = and(eq(works.userId, userId), inArray(works.id, [...new Set(ids)]));
  return changeWorks(database, userId, async (transaction) => {
    // By the database's clock alone, so that taps are compared by one clock.
    const tappedAt = sql<Date>`now() - ${ageMs} * interval '1 millisecond'`;
    await transaction
      .update(works)
      .set({ ...values, [column]: tappedAt })
      .where(and(mine, or(isNull(works[column]), lte(works[column], tappedAt))));
    const rows = await transaction
      .select({ id: works.id, starred: works.starred, rating: works.rating })
      .from(works)
      .where(mine);
    const found = new Set(rows.map((row) => row.id));
    return {
      data: {
        works: rows.map((row) => ({ image_id: row.id, ...describeRating(row) })),
        gone: [...new Set(ids)].filter((id) => !found.has(id)),
      },
    };
  });
}
