import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

import type * as z from 'zod/mini';

import type { workOrigin } from '../../src/api/contract/works.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { InputValues } from '../../src/domain/model.ts';
import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';
import { files } from '../files/tables.ts';
import { jobs } from '../queue/tables.ts';

/** A finished output, with everything that is said of it: it needs no job to be described. */
export const works = pgTable(
  'works',
  {
    id: uuid().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    origin: text().$type<z.infer<typeof workOrigin>>().notNull().default('generated'),
    /** The job that made it; null for what none made, or whose job is no longer kept. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    /** Its place among the outputs of its job. */
    index: integer().notNull(),
    /** The device's name for the request that made it. */
    intentId: text('intent_id'),
    jobType: text('job_type').$type<GeneratorType>().notNull(),
    modelName: text('model_name').notNull(),
    prompt: text().notNull(),
    template: text(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    model: text().notNull(),
    seed: text().notNull(),
    params: jsonb().$type<InputValues>().notNull(),
    censored: boolean().notNull(),
    warnings: jsonb().$type<string[]>().notNull(),
    starred: boolean().notNull().default(false),
    /** When the person tapped, on whichever device: a later tap wins over one that only arrives later. */
    starredAt: moment('starred_at'),
    /** 1 to 5; 0 is not rated. */
    rating: smallint().notNull().default(0),
    ratedAt: moment('rated_at'),
    /** Base64url; the blur that devices show before the picture. Empty where there is none. */
    thumbhash: text().notNull().default(''),
    /** Where its last change stands among all changes of the person's works; a trigger sets it. */
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull().default(0),
    /** Since when a device of the person has the original; null while none says so. */
    acknowledgedAt: moment('acknowledged_at'),
    /** From here the time counts that the original is kept: its making, or the last copy given back. */
    keptFrom: moment('kept_from').notNull().defaultNow(),
    /** When the original was let go of; its row and small pictures stay. */
    expiredAt: moment('expired_at'),
    /** Since when its original stays whatever the days say, because it is published; null where it is not. */
    heldAt: moment('held_at'),
    /** Since when it lies in the bin; null where it does not. */
    binnedAt: moment('binned_at'),
    /** When the person last put it into the bin or took it out, on whichever device. */
    binTappedAt: moment('bin_tapped_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('works_job_index').on(table.jobId, table.index),
    index('works_user').on(table.userId, table.seq),
    index('works_listed')
      .on(table.userId, table.seq)
      .where(sql`${table.binnedAt} is null`),
    index('works_change').on(table.userId, table.changeSeq),
    index('works_kept_from')
      .on(table.keptFrom)
      .where(sql`${table.expiredAt} is null`),
    index('works_file').on(table.fileId),
    index('works_binned')
      .on(table.binnedAt)
      .where(sql`${table.binnedAt} is not null`),
    check('works_origin', sql`${table.origin} in ('generated', 'imported', 'assembled')`),
    check('works_rating', sql`${table.rating} between 0 and 5`),
  ],
);

/** Files that a work was made from, kept for as long as the work; several of one field keep their order. */
export const workSources = pgTable(
  'work_sources',
  {
    workId: uuid('work_id')
      .notNull()
      .references(() => works.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    field: text().notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
  },
  (table) => [
    primaryKey({ columns: [table.workId, table.position] }),
    index('work_sources_file').on(table.fileId),
  ],
);

/**
 * One row per person who ever had a work: the number of the last change. A change takes the next number under
 * this row's lock and keeps it to its commit, so numbers become visible in their order and none is skipped.
 */
export const changeHeads = pgTable('change_heads', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seq: bigint({ mode: 'number' }).notNull().default(0),
  /** Tells numbers of this database from those of another one, e.g. after everything was set up anew. */
  epoch: uuid().notNull().defaultRandom(),
});

/** Works that are gone, for devices that still have them. A trigger writes it. */
export const workTombstones = pgTable(
  'work_tombstones',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
    workId: uuid('work_id').notNull(),
    buriedAt: moment('buried_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.changeSeq] }),
    index('work_tombstones_work').on(table.userId, table.workId),
  ],
);

/** Devices that have a work's original and said so. */
export const workCopies = pgTable(
  'work_copies',
  {
    workId: uuid('work_id')
      .notNull()
      .references(() => works.id, { onDelete: 'cascade' }),
    deviceId: uuid('device_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workId, table.deviceId] })],
);
