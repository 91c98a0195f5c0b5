import { and, eq, inArray, isNull, notExists, sql } from 'drizzle-orm';

import type * as z from 'zod/mini';

import type { OkOf } from '../../src/api/contract/endpoint.ts';
import type { acknowledgeWorks, releaseWorks } from '../../src/api/contract/sync.ts';
import type { Database } from '../database/connect.ts';
import { workCopies, works } from './tables.ts';
import { changeWorks } from './change.ts';
import { describeKeeping } from './retention-rule.ts';
import type { Retention } from './retention-rule.ts';

/*
 * Which device has what; what follows from it for the platform's own copy is written in docs/adr/0010.
 */

/** @returns how many of the works are this person's */
export function acknowledgeCopies(
  database: Database,
  userId: number,
  body: z.infer<typeof acknowledgeWorks.body>,
): Promise<number> {
  return changeWorks(database, userId, async (transaction) => {
    const mine = await transaction
      .select({ id: works.id })
      .from(works)
      .where(and(eq(works.userId, userId), inArray(works.id, body.image_ids)));
    if (mine.length === 0) return 0;
    const ids = mine.map(({ id }) => id);
    await transaction
      .insert(workCopies)
      .values(ids.map((workId) => ({ workId, deviceId: body.device_id })))
      .onConflictDoNothing();
    await transaction
      .update(works)
      .set({ acknowledgedAt: sql`now()` })
      .where(and(inArray(works.id, ids), isNull(works.acknowledgedAt)));
    return ids.length;
  });
}

/** @returns for each work whether the platform still has the original, and until when */
export async function releaseCopies(
  database: Database,
  retention: Retention,
  userId: number,
  body: z.infer<typeof releaseWorks.body>,
): Promise<OkOf<typeof releaseWorks>['data']['works']> {
  const rows = await changeWorks(database, userId, async (transaction) => {
    const mine = and(eq(works.userId, userId), inArray(works.id, body.image_ids));
    // What is gone stays with the device, and so does its copy in the list.
    const kept = await transaction
      .update(works)
      .set({ keptFrom: sql`now()` })
      .where(and(mine, isNull(works.expiredAt)))
      .returning({ id: works.id });
    if (kept.length === 0) return [];
    const ids = kept.map(({ id }) => id);
    await transaction
      .delete(workCopies)
      .where(and(inArray(workCopies.workId, ids), eq(workCopies.deviceId, body.device_id)));
    const copies = transaction
      .select({ one: sql`1` })
      .from(workCopies)
      .where(eq(workCopies.workId, works.id));
    await transaction
      .update(works)
      .set({ acknowledgedAt: null })
      .where(and(inArray(works.id, ids), notExists(copies)));
    return transaction.select().from(works).where(inArray(works.id, ids));
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(body.image_ids)].map((id) => {
    const row = byId.get(id);
    const expiresAt = row ? describeKeeping(row, retention).expires_at : null;
    return { image_id: id, kept: row !== undefined, expires_at: expiresAt };
  });
}
