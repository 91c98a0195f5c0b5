import { inArray, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { modelNames } from './tables.ts';

export type NameRow = typeof modelNames.$inferSelect;

/** Writes names, in one order whoever writes: two that wait for each other's rows would wait for ever. */
export async function writeNames(database: Database, rows: readonly NameRow[]): Promise<void> {
  if (rows.length === 0) return;
  await database
    .insert(modelNames)
    .values(rows.toSorted((left, right) => (left.model < right.model ? -1 : 1)))
    .onConflictDoUpdate({
      target: modelNames.model,
      set: { labelCn: sql`excluded.label_cn`, labelEn: sql`excluded.label_en` },
    });
}

export async function readNames(database: Database, models: readonly string[]): Promise<NameRow[]> {
  if (models.length === 0) return [];
  return database
    .select()
    .from(modelNames)
    .where(inArray(modelNames.model, [...models]))
    .orderBy(modelNames.model);
}
