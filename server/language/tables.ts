import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';

/** Work on words that goes on behind an answered request; kept for an hour. */
export const textJobs = pgTable(
  'text_jobs',
  {
    id: uuid().primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().$type<'running' | 'done' | 'faulted' | 'cancelled'>().notNull(),
    text: text(),
    provider: text(),
    fallback: boolean().notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('text_jobs_user').on(table.userId, table.createdAt)],
);
