import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

import type { GalleryState, ReportReason } from '../../src/domain/gallery.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';
import { works } from '../works/tables.ts';

/** What PostgreSQL looks for words in. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Works that their owners publish. What they are filtered by stands here; the rest is the work's. */
export const galleryWorks = pgTable(
  'gallery_works',
  {
    workId: uuid('work_id')
      .primaryKey()
      .references(() => works.id, { onDelete: 'cascade' }),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().$type<GalleryState>().notNull(),
    /** In its owner's bin: out of sight, and back with the work. */
    isBinned: boolean('is_binned').notNull().default(false),
    /** The platform's own, so that a new gallery is not empty. */
    isSample: boolean('is_sample').notNull().default(false),
    title: text().notNull(),
    categoryId: smallint('category_id').notNull(),
    jobType: text('job_type').$type<GeneratorType>().notNull(),
    model: text().notNull(),
    search: tsvector().notNull(),
    /** What whoever looked at it said. */
    note: text().notNull().default(''),
    decidedBy: bigint('decided_by', { mode: 'number' }).references(() => users.id, {
      onDelete: 'set null',
    }),
    submittedAt: moment('submitted_at').notNull().defaultNow(),
    /** When it was first shown. */
    publishedAt: moment('published_at'),
  },
  (table) => {
    const isShown = sql`${table.state} = 'published' and not ${table.isBinned}`;
    // Read backwards, the newest come first.
    const inTime = [table.publishedAt, table.workId] as const;
    return [
      index('gallery_works_shown')
        .on(...inTime)
        .where(isShown),
      index('gallery_works_category')
        .on(table.categoryId, ...inTime)
        .where(isShown),
      index('gallery_works_job_type')
        .on(table.jobType, ...inTime)
        .where(isShown),
      index('gallery_works_model')
        .on(table.model, ...inTime)
        .where(isShown),
      index('gallery_works_search').using('gin', table.search).where(isShown),
      index('gallery_works_user').on(table.userId, table.submittedAt, table.workId),
      index('gallery_works_awaiting')
        .on(table.submittedAt)
        .where(sql`${table.state} in ('pending', 'reported')`),
      check(
        'gallery_works_state',
        sql`${table.state} in ('pending', 'published', 'rejected', 'reported')`,
      ),
    ];
  },
);

/** What people said against a published work, one of each. */
export const galleryReports = pgTable(
  'gallery_reports',
  {
    workId: uuid('work_id')
      .notNull()
      .references(() => galleryWorks.workId, { onDelete: 'cascade' }),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().$type<ReportReason>().notNull(),
    words: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workId, table.userId] }),
    index('gallery_reports_user').on(table.userId),
  ],
);
