import { z } from 'zod';

/**
 * What the Horde answers. Every field may be missing: caches and masks drop them, and its list of codes is
 * open. Unknown fields pass unread.
 */
export const submitAnswer = z.object({
  id: z.string().min(1).max(100),
  warnings: z.array(z.object({ code: z.string().max(100).optional() })).optional(),
});

const count = z.number().catch(0).default(0);

export const checkAnswer = z.object({
  finished: count,
  processing: count,
  restarted: count,
  waiting: count,
  done: z.boolean().catch(false).default(false),
  faulted: z.boolean().catch(false).default(false),
  wait_time: count,
  queue_position: count,
});
export type CheckAnswer = z.infer<typeof checkAnswer>;

const metadata = z.object({
  type: z.string().optional(),
  value: z.string().optional(),
  ref: z.string().optional(),
});

export const generation = z.object({
  id: z.string().min(1),
  img: z.string().optional(),
  seed: z.union([z.string(), z.number()]).optional(),
  model: z.string().optional(),
  censored: z.boolean().optional(),
  gen_metadata: z.array(metadata).nullish(),
});
export type Generation = z.infer<typeof generation>;

export const statusAnswer = checkAnswer.extend({
  generations: z.array(generation).catch([]).default([]),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

export const modelsAnswer = z.array(
  z.object({
    name: z.string().min(1).max(200),
    count: count,
    eta: count,
    queued: count,
    performance: count,
    type: z.string().optional(),
  }),
);

export const findUserAnswer = z.object({
  active_generations: z.object({ image: z.array(z.string()).optional() }).optional(),
});

export const errorAnswer = z.object({
  message: z.string().optional(),
  rc: z.string().optional(),
  errors: z.record(z.string(), z.unknown()).optional(),
});
