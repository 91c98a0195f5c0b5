import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';

import * as contract from '../../src/api/contract/works.ts';
import type { OkOf } from '../../src/api/contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import { works } from '../database/schema.ts';
import type { Mount } from '../http/mount.ts';
import { changeWorks } from './change.ts';

type Marks = Pick<typeof works.$inferSelect, 'starred' | 'rating'>;

/** Marks in the form of the specification. */
export function describeMarks({ starred, rating }: Marks) {
  return {
    starred: starred ? (1 as const) : (0 as const),
    rated: rating > 0 ? (1 as const) : (0 as const),
    rating,
  };
}

/** A favourite or a rating stands until a later tap, on whichever device: see docs/adr/0012. */
export function mountMarks(mount: Mount, database: Database): void {
  async function mark(
    userId: number,
    ids: readonly string[],
    ageMs: number,
    column: 'starredAt' | 'ratedAt',
    values: Partial<Marks>,
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
          works: rows.map((row) => ({ image_id: row.id, ...describeMarks(row) })),
          gone: [...new Set(ids)].filter((id) => !found.has(id)),
        },
      };
    });
  }

  mount(contract.favouriteWorks, ({ user, body }) =>
    mark(user.id, body.image_ids, body.age_ms, 'starredAt', { starred: body.starred === 1 }),
  );

  mount(contract.rateWorks, ({ user, body }) =>
    mark(user.id, body.image_ids, body.age_ms, 'ratedAt', { rating: body.rating }),
  );
}
