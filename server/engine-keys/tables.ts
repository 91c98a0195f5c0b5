import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { bytea, moment } from '../database/columns.ts';

/** Keys of their own that people keep for an engine, sealed with the platform's secret. */
export const engineKeys = pgTable(
  'engine_keys',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    engine: text().notNull(),
    sealed: bytea().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.engine] })],
);
