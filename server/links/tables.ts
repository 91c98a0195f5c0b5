import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';
import { works } from '../works/tables.ts';

/** Links to works. One that was taken back stays, so that it can say so; with its work it loses its aim. */
export const workLinks = pgTable(
  'work_links',
  {
    token: text().primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    workId: uuid('work_id').references(() => works.id, { onDelete: 'set null' }),
    title: text().notNull(),
    showsPrompt: boolean('shows_prompt').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('work_links_live')
      .on(table.workId)
      .where(sql`${table.revokedAt} is null`),
    index('work_links_user').on(table.userId),
    index('work_links_work').on(table.workId),
  ],
);
