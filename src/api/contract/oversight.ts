import * as z from 'zod/mini';
import { jobPhases, jobStates } from '../../domain/job.ts';
import { waitReasons } from '../../domain/wait-reasons.ts';
import { defineEndpoint, statusEnvelope, uuid, wholeNumber } from './endpoint.ts';

const moment = z.iso.datetime();
const seconds = z.number().check(z.minimum(0));

const overseenJob = z.object({
  id: uuid,
  uid: z.string(),
  nick: z.string(),
  engine: z.string(),
  model: z.string(),
  job_type: z.string(),
  /** Its beginning. */
  prompt: z.string(),
  state: z.enum(jobStates),
  phase: z.enum(jobPhases),
  /** 0…1 */
  fraction: z.number(),
  attempts: z.int(),
  outputs: z.int(),
  cost: z.int(),
  created_at: moment,
  started_at: z.nullable(moment),
  finished_at: z.nullable(moment),
  /** Why it waits; null where it does not. */
  waits: z.nullable(
    z.object({
      reason: z.enum(waitReasons),
      /** Jobs that start before it, where its turn is what it waits for. */
      ahead: z.nullable(z.int()),
      /** Until when, where that is known. */
      until: z.nullable(moment),
    }),
  ),
  error_code: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  /** What an operator may do with it. */
  may_cancel: z.boolean(),
  may_retry: z.boolean(),
});
export type OverseenJob = z.output<typeof overseenJob>;

export const listJobs = defineEndpoint({
  id: 'listJobs',
  method: 'get',
  path: '/api/manage/jobs',
  summary: 'Jobs of everybody, the newest first',
  auth: 'super-user',
  query: z.object({
    /** An id, a person’s number, or words of prompt, model or engine. */
    search: z._default(z.string().check(z.maxLength(100)), ''),
    state: z.optional(z.enum(['open', 'Finished', 'Failed', 'Cancelled'])),
    page: z._default(wholeNumber(1, 10_000), 1),
    per_page: z._default(wholeNumber(1, 100), 20),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ data: z.array(overseenJob), total: z.int() })),
  },
  errors: [403],
});

const which = z.strictObject({ id: uuid });

/** What has ended stays as it is. */
export const cancelAnyJob = defineEndpoint({
  id: 'cancelAnyJob',
  method: 'post',
  path: '/api/manage/jobs/cancel',
  summary: 'Cancel somebody’s job; its credits go back',
  auth: 'super-user',
  body: which,
  ok: { status: 200, schema: statusEnvelope(overseenJob) },
  errors: [403, 404],
});

export const retryJob = defineEndpoint({
  id: 'retryJob',
  method: 'post',
  path: '/api/manage/jobs/retry',
  summary:
    'Run a failed job once more, for nothing, or one that waits for its next attempt at once',
  auth: 'super-user',
  body: which,
  ok: { status: 200, schema: statusEnvelope(overseenJob) },
  errors: [403, 404, 409],
});

const engineState = z.object({
  name: z.string(),
  models: z.int(),
  /** Why it can’t be used now. */
  unavailable: z.nullable(z.object({ cn: z.string(), en: z.string() })),
  /** Jobs at once: in each process, or in all together where it is shared. */
  concurrency: z.int(),
  is_shared: z.boolean(),
  starts_per_minute: z.nullable(z.int()),
  running: z.int(),
  waiting: z.int(),
  oldest_seconds: seconds,
  /** Of the last hour. */
  finished: z.int(),
  failed: z.int(),
  /** How long a job ran, in the mean; null where none ended. */
  mean_seconds: z.nullable(seconds),
});
export type EngineState = z.output<typeof engineState>;

export const listEngines = defineEndpoint({
  id: 'listEngines',
  method: 'get',
  path: '/api/manage/engines',
  summary: 'Engines: whether they can be used, their bounds, and how they do',
  auth: 'super-user',
  ok: { status: 200, schema: statusEnvelope(z.array(engineState)) },
  errors: [403],
});

/** One part of the time that is looked at. */
const span = z.object({
  at: moment,
  /** Jobs that waited or ran at its end. */
  open: z.int(),
  finished: z.int(),
  failed: z.int(),
  /** From submission to the start, in the mean of what ended in it; null where nothing did. */
  wait_seconds: z.nullable(seconds),
});
export type QueueSpan = z.output<typeof span>;

export const queueHistory = defineEndpoint({
  id: 'queueHistory',
  method: 'get',
  path: '/api/network/queue_history',
  summary: 'How long the queue was, how long jobs waited and how many ended, in the last day',
  auth: 'none',
  query: z.object({
    hours: z._default(wholeNumber(1, 168), 24),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(z.array(span).check(z.maxLength(200))),
  },
});
