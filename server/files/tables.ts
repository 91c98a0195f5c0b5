import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';

/** One row per stored file; its id is the unguessable part of its URL. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    extension: text().notNull(),
    mediaType: text('media_type').notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('files_user').on(table.userId)],
);

export const uploads = pgTable(
  'uploads',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sha256: text().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** When it was last known to be of use. */
    usedAt: moment('used_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sha256] }),
    index('uploads_file').on(table.fileId),
    index('uploads_used_at').on(table.usedAt),
  ],
);

/** Uploads that are under way; what has arrived lies in a file of the row's id. */
export const partialUploads = pgTable(
  'partial_uploads',
  {
    id: uuid().primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the whole, as promised by the sender. */
    sha256: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    metadata: jsonb().$type<Record<string, string | null>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('partial_uploads_user_sha256').on(table.userId, table.sha256),
    index('partial_uploads_created_at').on(table.createdAt),
    check('partial_uploads_bytes', sql`${table.bytes} > 0`),
  ],
);
