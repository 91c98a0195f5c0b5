import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import type { FeedbackType } from '../../src/domain/feedback.ts';
import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';

/** What people have told whoever runs this. */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** By which a device repeats it. */
    key: text().notNull().unique('feedback_key'),
    /** Null for a guest, and once that account is gone. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, {
      onDelete: 'set null',
    }),
    type: text().$type<FeedbackType>().notNull(),
    content: text().notNull(),
    contact: text().notNull(),
    source: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    /** When it is passed on next; null where it need not be. */
    sendAt: moment('send_at'),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    index('feedback_user').on(table.userId),
    index('feedback_created_at').on(table.createdAt),
    index('feedback_send_at')
      .on(table.sendAt)
      .where(sql`${table.sendAt} is not null`),
  ],
);
