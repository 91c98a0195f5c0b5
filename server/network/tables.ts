import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { bytea, moment } from '../database/columns.ts';
import { jobs } from '../queue/tables.ts';
import type { WorkerAbilities } from './match.ts';
import type { PartPayload } from './payload.ts';

/** By which workers are recognised as their owner's. Only a hash is kept. */
export const networkKeys = pgTable(
  'network_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    keyHash: bytea('key_hash').notNull().unique(),
    /** What its owner calls it. */
    name: text().notNull(),
    /** Its last characters, so that it is found in a worker's settings. */
    ending: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
  },
  (table) => [index('network_keys_user').on(table.userId)],
);

/** Workers as they last said who they are. */
export const networkWorkers = pgTable(
  'network_workers',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The name as names are compared. */
    nameKey: text('name_key').notNull(),
    bridgeAgent: text('bridge_agent').notNull(),
    models: jsonb().$type<string[]>().notNull(),
    abilities: jsonb().$type<WorkerAbilities>().notNull(),
    /** What its owner says about it. */
    info: text(),
    /** Gets nothing, by its owner's wish or because it dropped too much. */
    maintenance: boolean().notNull().default(false),
    maintenanceMessage: text('maintenance_message'),
    /** Gets nothing, by an operator's wish. */
    paused: boolean().notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    seenAt: moment('seen_at').notNull().defaultNow(),
    uptimeSeconds: bigint('uptime_seconds', { mode: 'number' }).notNull().default(0),
    fulfilled: integer().notNull().default(0),
    uncompleted: integer().notNull().default(0),
    droppedInARow: integer('dropped_in_a_row').notNull().default(0),
    pixelSteps: doublePrecision('pixel_steps').notNull().default(0),
    /** Pixel steps a second, a running mean of what it submitted; null before the first. */
    speed: doublePrecision(),
    kudos: doublePrecision().notNull().default(0),
  },
  (table) => [
    unique('network_workers_name').on(table.nameKey),
    index('network_workers_user').on(table.userId),
    index('network_workers_seen').on(table.seenAt),
  ],
);

export type PartState = 'waiting' | 'taken' | 'done' | 'failed' | 'cancelled';

/**
 * One picture of a job that workers may take. What remains of it when its job has ended is taken away by the
 * database; one that a worker is still at is kept until the worker has said so, or its lease is over.
 */
export const networkParts = pgTable(
  'network_parts',
  {
    id: uuid().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 0…outputs-1 */
    output: integer().notNull(),
    /** The job's attempt that it was made for, or tried anew. */
    attempt: integer().notNull(),
    payload: jsonb().$type<PartPayload>().notNull(),
    seed: text().notNull(),
    state: text().$type<PartState>().notNull().default('waiting'),
    /** Since when it waits, or waits again. */
    since: moment('since').notNull().defaultNow(),
    workerId: uuid('worker_id').references(() => networkWorkers.id, { onDelete: 'set null' }),
    takenAt: moment('taken_at'),
    /** When its lease is over. */
    dueAt: moment('due_at'),
    /** How often a worker dropped it. */
    dropped: integer().notNull().default(0),
    /** Which workers those were. */
    droppedBy: uuid('dropped_by').array().notNull().default([]),
    /** What its worker knows it by: another one each time it is given away. */
    leaseId: uuid('lease_id').unique(),
    /** What workers knew it by that do not have it any more. */
    formerLeases: uuid('former_leases').array().notNull().default([]),
    /** Where its worker may put the picture; a secret. */
    uploadToken: text('upload_token'),
    mediaType: text('media_type'),
    width: integer(),
    height: integer(),
    madeSeed: text('made_seed'),
    isCensored: boolean('is_censored').notNull().default(false),
    warnings: text().array().notNull().default([]),
  },
  (table) => [
    unique('network_parts_output').on(table.jobId, table.output),
    index('network_parts_user').on(table.userId),
    index('network_parts_worker').on(table.workerId),
    index('network_parts_former').using('gin', table.formerLeases),
    index('network_parts_waiting')
      .on(table.seq)
      .where(sql`${table.state} = 'waiting'`),
    index('network_parts_due')
      .on(table.dueAt)
      .where(sql`${table.state} in ('taken', 'cancelled')`),
    check(
      'network_parts_state',
      sql`${table.state} in ('waiting', 'taken', 'done', 'failed', 'cancelled')`,
    ),
  ],
);

/** When a person's pictures last went to a worker: what makes the order fair. */
export const networkTurns = pgTable('network_turns', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  servedAt: moment('served_at').notNull(),
});

/** The pictures that a job's parts are made from: WebP. */
export const networkSources = pgTable('network_sources', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  image: bytea().notNull(),
  mask: bytea(),
});

/** What workers have sent, until the job has it. */
export const networkPictures = pgTable('network_pictures', {
  partId: uuid('part_id')
    .primaryKey()
    .references(() => networkParts.id, { onDelete: 'cascade' }),
  data: bytea().notNull(),
});

/** The kudos ledger: one row for each picture that was taken from a worker. Rows are only ever added. */
export const networkRewards = pgTable(
  'network_rewards',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, {
      onDelete: 'set null',
    }),
    workerId: uuid('worker_id').references(() => networkWorkers.id, { onDelete: 'set null' }),
    partId: uuid('part_id').notNull().unique(),
    model: text().notNull(),
    pixelSteps: doublePrecision('pixel_steps').notNull(),
    /** From taken to submitted. */
    seconds: doublePrecision().notNull(),
    kudos: doublePrecision().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('network_rewards_time').on(table.createdAt),
    index('network_rewards_user').on(table.userId),
    index('network_rewards_worker').on(table.workerId),
  ],
);
