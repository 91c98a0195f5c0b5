import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import { moment } from './columns.ts';

/** What the platform made for itself and must stay the same, e.g. the key pair that signs its pushes. */
export const secrets = pgTable('secrets', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
