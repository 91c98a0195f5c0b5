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
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

import type { FieldReason } from '../../src/domain/field-reasons.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { JobPhase, JobState } from '../../src/domain/job.ts';
import type { InputValues } from '../../src/domain/model.ts';
import { users } from '../accounts/tables.ts';
import { bytea, moment } from '../database/columns.ts';
import type { StoredAnswer, StoredSource } from './stored-answer.ts';

/** The queue and the record of every accepted submission in one: there is no second truth. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Place among the waiting jobs of the same person, once they have changed the order; else `seq` is it. */
    place: bigint({ mode: 'number' }),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Of call and body, so that a reused key with other content is noticed. */
    requestHash: text('request_hash').notNull(),
    answer: jsonb().$type<StoredAnswer>().notNull(),

    engine: text().notNull(),
    model: text().notNull(),
    modelName: text('model_name').notNull(),
    jobType: text('job_type').$type<GeneratorType>().notNull(),
    input: jsonb().$type<InputValues>().notNull(),
    sources: jsonb().$type<StoredSource[]>().notNull(),
    prompt: text().notNull(),
    template: text(),
    disabledTranslate: boolean('disabled_translate').notNull().default(false),
    seed: text().notNull(),
    outputs: integer().notNull(),
    costPerOutput: integer('cost_per_output').notNull(),
    /** Credits held, and after the end credits spent. */
    cost: integer().notNull(),
    /** What the engine estimated, and that corrected by what was measured. */
    engineEstimateSeconds: doublePrecision('engine_estimate_seconds').notNull(),
    estimateSeconds: doublePrecision('estimate_seconds').notNull(),

    state: text().$type<JobState>().notNull().default('Pending'),
    phase: text().$type<JobPhase>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Attempts that took the process of their tool with them; the next one runs alone, and is the last. */
    endedProcesses: integer('ended_processes').notNull().default(0),
    runAfter: moment('run_after').notNull().defaultNow(),
    /** Instance that runs it now. */
    leaseOwner: integer('lease_owner'),
    leaseUntil: moment('lease_until'),
    /** Rises with every claim, cancel and release: whoever holds an older value has lost the job. */
    fence: integer().notNull().default(0),
    externalReference: text('external_reference'),

    fraction: doublePrecision().notNull().default(0),
    engineWaitSeconds: doublePrecision('engine_wait_seconds'),
    engineQueuePosition: integer('engine_queue_position'),
    /** False while the engine says that nobody could take it. */
    engineIsPossible: boolean('engine_is_possible').notNull().default(true),
    finishedOutputs: integer('finished_outputs').notNull().default(0),
    /** How many previews this attempt has shown; 0: none. */
    previewNumber: integer('preview_number').notNull().default(0),

    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** Which of the settings its engine refused. */
    errorReasons: jsonb('error_reasons').$type<readonly FieldReason[]>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    unique('jobs_user_key').on(table.userId, table.idempotencyKey),
    index('jobs_waiting')
      .on(table.engine, table.userId, sql`coalesce(${table.place}, ${table.seq})`)
      .where(sql`${table.state} in ('Pending', 'Restarted')`),
    index('jobs_running')
      .on(table.engine, table.leaseUntil)
      .where(sql`${table.state} = 'Processing'`),
    // What ended in a time is counted for whoever watches.
    index('jobs_finished')
      .on(table.finishedAt)
      .where(sql`${table.finishedAt} is not null`),
    index('jobs_sources')
      .using('gin', table.sources.op('jsonb_path_ops'))
      .where(sql`${table.sources} <> '[]'::jsonb`),
    check('jobs_cost', sql`${table.cost} >= 0`),
  ],
);

/** When a person's jobs last got a turn at an engine: what makes the order fair. */
export const queueTurns = pgTable(
  'queue_turns',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    engine: text().notNull(),
    servedAt: moment('served_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.engine, table.userId] })],
);

/** How long a model's jobs really took, as a share of what its engine estimated: for honest waiting times. */
export const modelTimings = pgTable(
  'model_timings',
  {
    engine: text().notNull(),
    model: text().notNull(),
    ratio: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.engine, table.model] })],
);

/** A running server process; it holds an advisory lock on its id for as long as it lives. */
export const instances = pgTable('instances', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  host: text().notNull(),
  pid: integer().notNull(),
  /** Jobs that it runs at once, by engine. */
  slots: jsonb().$type<Record<string, number>>().notNull().default({}),
  startedAt: moment('started_at').notNull().defaultNow(),
});

/** Starts of jobs at engines that take only so many in a time; the older ones go with every new one. */
export const engineStarts = pgTable(
  'engine_starts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    engine: text().notNull(),
    startedAt: moment('started_at').notNull(),
  },
  (table) => [index('engine_starts_engine').on(table.engine, table.startedAt)],
);

/**
 * What owners of jobs under way were told last, by whichever process, so that it never gets worse. Unlogged:
 * after a crash of the database everybody is told anew.
 */
export const toldWaits = pgTable('told_waits', {
  jobId: uuid('job_id').primaryKey(),
  fence: integer().notNull(),
  place: bigint({ mode: 'number' }),
  queuePosition: integer('queue_position').notNull(),
  waitSeconds: doublePrecision('wait_seconds').notNull(),
});

/**
 * How a running job's picture looks so far: the newest only, WebP of at most 24 KB. Goes by itself when the job
 * is not running any more. Unlogged in its migration: nobody misses it after a crash.
 */
export const jobPreviews = pgTable('job_previews', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  data: bytea().notNull(),
});
