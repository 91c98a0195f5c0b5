import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { JobPhase, JobState } from '../../src/domain/job.ts';
import type { InputValues } from '../../src/domain/model.ts';
import type { PushPayload } from '../../src/domain/push.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity({ startWith: 10_001 }),
    account: text().notNull(),
    /** The account in the form that is compared: NFKC, lower case. */
    accountKey: text('account_key').notNull(),
    nick: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    isVip: boolean('is_vip').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('users_account_key_unique').on(table.accountKey)],
);

/** Only a hash of the token is kept: who reads the database cannot log in with it. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);

export const creditAccounts = pgTable(
  'credit_accounts',
  {
    userId: bigint('user_id', { mode: 'number' })
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    balance: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
  },
  (table) => [
    check('credit_accounts_balance', sql`${table.balance} >= 0`),
    check('credit_accounts_reserved', sql`${table.reserved} >= 0`),
  ],
);

/** Never changed, never deleted. See docs/adr on what the rows add up to. */
export const ledger = pgTable(
  'ledger',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: integer().notNull(),
    typeDetail: integer('type_detail').notNull(),
    amount: integer().notNull(),
    balanceAfter: integer('balance_after').notNull(),
    jobId: uuid('job_id'),
    jobType: text('job_type'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('ledger_user').on(table.userId, table.id),
    check('ledger_amount', sql`${table.amount} >= 0`),
  ],
);

export const dailyClaims = pgTable(
  'daily_claims',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

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

export interface StoredSource {
  field: string;
  fileId: string;
}

export interface StoredAnswer {
  status: number;
  body: unknown;
}

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

export const works = pgTable(
  'works',
  {
    id: uuid().primaryKey(),
    seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    index: integer().notNull(),
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
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('works_job_index').on(table.jobId, table.index),
    index('works_user').on(table.userId, table.seq),
    index('works_change').on(table.userId, table.changeSeq),
    index('works_kept_from')
      .on(table.keptFrom)
      .where(sql`${table.expiredAt} is null`),
    index('works_file').on(table.fileId),
    check('works_rating', sql`${table.rating} between 0 and 5`),
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
  },
  (table) => [primaryKey({ columns: [table.userId, table.changeSeq] })],
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

/** What the platform made for itself and must stay the same, e.g. the key pair that signs its pushes. */
export const secrets = pgTable('secrets', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Where a device of a person can be woken. It moves with the device when somebody else signs in there. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sign-in that made it. Signing out ends it; a session that merely runs out does not. */
    sessionHash: bytea('session_hash').notNull(),
    endpoint: text().notNull(),
    /** The device's public key and secret (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionHash),
  ],
);

/** Messages that have not left yet; written with the fact they tell of, so that none is lost. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: bigint('subscription_id', { mode: 'number' })
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    payload: jsonb().$type<PushPayload>().notNull(),
    attempts: integer().notNull().default(0),
    runAfter: moment('run_after').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('push_messages_subscription').on(table.subscriptionId),
    index('push_messages_due').on(table.runAfter),
  ],
);

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

/** Keys of their own that people keep for an engine, sealed with the platform's secret. */
export const engineKeys = pgTable(
  'engine_keys',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    engine: text().notNull(),
    sealed: bytea().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.engine] })],
);
