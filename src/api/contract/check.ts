import * as z from 'zod/mini';
import { jobPhases, jobStates } from '../../domain/job.ts';
import { defineEndpoint, fieldReasonList, uuid } from './endpoint.ts';
import { textGeneration } from './text-generation.ts';

/** The call that the poller makes; it carries no other of generations. */

/** Spec 1, section 3, "Queue wait data", and what a queue card shows. */
export const waitData = {
  queue_position: z.int().check(z.minimum(0)),
  /** Seconds. */
  wait_time: z.number().check(z.minimum(0)),
  done: z.boolean(),
  faulted: z.boolean(),
};

export const jobId = z.object({ id: uuid });

export const checkAnswer = z.object({
  ...waitData,
  state: z.enum(jobStates),
  phase: z.enum(jobPhases),
  /** Outputs that are ready, and all that were asked for. */
  finished: z.int().check(z.minimum(0)),
  total: z.int().check(z.minimum(0)),
  processing: z.int().check(z.minimum(0)),
  restarted: z.int().check(z.minimum(0)),
  waiting: z.int().check(z.minimum(0)),
  is_possible: z.boolean(),
  cost: z.number().check(z.minimum(0)),
  /** 0…1 of the running attempt's work; null where its engine does not tell. */
  fraction: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(1))), null),
  /** Rises with every preview of the running attempt; null while there is none. */
  preview: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  /** Milliseconds since the platform accepted it. */
  elapsed_ms: z.number().check(z.minimum(0)),
  /** Why it failed, when it did; the code of one that is finished says why it made less than was asked for. */
  message: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** Which of the settings, where the code is `invalid-input`. */
  reasons: z.optional(fieldReasonList),
  /** What a text job wrote; nothing else is carried by a check. */
  generations: z.optional(z.array(textGeneration)),
});

export const checkGeneration = defineEndpoint({
  id: 'checkGeneration',
  method: 'get',
  path: '/api/v2/generate/check/{id}',
  summary: 'How far a generation is',
  auth: 'required',
  params: jobId,
  ok: { status: 200, schema: checkAnswer },
  errors: [403, 404],
});
