import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

import type { AppFields } from '../../src/domain/apps.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** What PostgreSQL looks for words in. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Models with most of their settings already made, which people make for themselves and for others. */
export const apps = pgTable(
  'apps',
  {
    id: uuid().primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull(),
    model: text().notNull(),
    tool: text().$type<GeneratorType>().notNull(),
    fields: jsonb().$type<AppFields>().notNull(),
    cost: integer().notNull(),
    isListed: boolean('is_listed').notNull(),
    /** A small WebP; it lives and goes with the app, and is nobody's work. */
    cover: bytea(),
    /** Of the cover, so that its address changes with it. */
    coverHash: text('cover_hash'),
    search: tsvector().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // Read backwards, the newest come first.
    index('apps_listed')
      .on(table.createdAt, table.id)
      .where(sql`${table.isListed}`),
    index('apps_search')
      .using('gin', table.search)
      .where(sql`${table.isListed}`),
    index('apps_user').on(table.userId, table.updatedAt, table.id),
  ],
);
