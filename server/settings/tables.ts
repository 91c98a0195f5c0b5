import { bigint, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';

/** Every state that the deployment's settings ever had; the newest one holds. */
export const settingsVersions = pgTable('settings_versions', {
  version: integer().primaryKey(),
  /** Only what differs from the defaults, so that a later default reaches who never chose. */
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  /** Who set it; null when that account is gone. */
  userId: bigint('user_id', { mode: 'number' }).references(() => users.id, {
    onDelete: 'set null',
  }),
  createdAt: moment('created_at').notNull().defaultNow(),
});
