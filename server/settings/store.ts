import { desc, eq, sql } from 'drizzle-orm';

import type { Database } from '../database/connect.ts';
import { settingsVersions } from './tables.ts';

/** Name of the NOTIFY channel that tells of a new version; the payload is its number. */
export const settingsChannel = 'kiln_settings';

export type SettingsVersion = Pick<typeof settingsVersions.$inferSelect, 'version' | 'value'>;

/** The newest version; null while there is none. */
export async function latestSettings(database: Database): Promise<SettingsVersion | null> {
  const [row] = await database
    .select({ version: settingsVersions.version, value: settingsVersions.value })
    .from(settingsVersions)
    .orderBy(desc(settingsVersions.version))
    .limit(1);
  return row ?? null;
}

/** Who made which version when, the newest first. */
export async function readVersions(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{
  rows: Pick<typeof settingsVersions.$inferSelect, 'version' | 'userId' | 'createdAt'>[];
  total: number;
}> {
  const { version, userId, createdAt } = settingsVersions;
  const rows = await database
    .select({ version, userId, createdAt })
    .from(settingsVersions)
    .orderBy(desc(version))
    .limit(limit)
    .offset(offset);
  return { rows, total: await database.$count(settingsVersions) };
}

export async function readVersion(
  database: Database,
  version: number,
): Promise<Record<string, unknown> | null> {
  const [row] = await database
    .select({ value: settingsVersions.value })
    .from(settingsVersions)
    .where(eq(settingsVersions.version, version));
  return row?.value ?? null;
}

/**
 * Adds a version after the one that was changed, and tells every process.
 * @returns false when another one came in between; then nothing was written
 */
export function addSettings(
  database: Database,
  { after, value, userId }: { after: number; value: Record<string, unknown>; userId: number },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { rowCount } = await transaction.execute(sql`
      insert into settings_versions (version, value, user_id)
      select ${after + 1}::int, ${JSON.stringify(value)}::jsonb, ${userId}::bigint
      where ${after}::int = (select coalesce(max(version), 0) from settings_versions)
      on conflict do nothing`);
    if (rowCount !== 1) return false;
    await transaction.execute(sql`select pg_notify(${settingsChannel}, ${String(after + 1)})`);
    return true;
  });
}
