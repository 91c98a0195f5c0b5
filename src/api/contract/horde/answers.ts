import { z } from 'zod';

/**
 * What the Horde answers. Every field may be missing: caches and masks drop them, and its list of codes is
 * open. Unknown fields pass unread.
 */
const id = z.string().regex(/^[\w-]{1,100}$/);
const warnings = z
  .array(z.object({ code: z.string().max(100).optional() }))
  .max(50)
  .catch([])
  .optional();

/** A list whose strange entries are passed over: one of them is no reason to lose the others. */
function listOf<Entry extends z.ZodType>(entry: Entry, most: number) {
  return z.array(z.unknown()).transform((entries): z.infer<Entry>[] =>
    entries.slice(0, most).flatMap((candidate) => {
      const parsed = entry.safeParse(candidate);
      return parsed.success ? [parsed.data] : [];
    }),
  );
}

export const submitAnswer = z.object({ id, warnings });
export const dryRunAnswer = z.object({ kudos: z.number() });
export const alchemyAnswer = z.object({ id });

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
  is_possible: z.boolean().catch(true).default(true),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;

const metadata = z.object({
  type: z.string().max(100).optional(),
  value: z.string().max(100).optional(),
  ref: z.string().max(255).optional(),
});

export const generation = z.object({
  id,
  img: z.string().optional(),
  seed: z.union([z.string().max(30), z.number()]).optional(),
  model: z.string().max(200).optional(),
  censored: z.boolean().optional(),
  gen_metadata: z.array(metadata).max(100).nullish().catch(null),
});
export type Generation = z.infer<typeof generation>;

export const statusAnswer = checkAnswer.extend({
  generations: listOf(generation, 100).catch([]).default([]),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

const servedModel = z.object({
  name: z.string().min(1).max(190),
  count,
  /** Seconds. */
  eta: count,
  type: z.string().optional(),
});
export type ServedModel = z.infer<typeof servedModel>;
export const modelsAnswer = listOf(servedModel, 5_000);

export const modesAnswer = z.object({
  maintenance_mode: z.boolean().catch(false).default(false),
});

const worker = z.object({
  forms: z.array(z.string().max(100)).max(200).catch([]).default([]),
  maintenance_mode: z.boolean().catch(false).default(false),
  online: z.boolean().catch(true).default(true),
});
export const workersAnswer = listOf(worker, 10_000);

export const findUserAnswer = z.object({
  active_generations: z.object({ image: z.array(id).max(10_000).optional() }).optional(),
});

const form = z.object({
  form: z.string().max(100).optional(),
  state: z.string().max(50).catch('waiting').default('waiting'),
  result: z.record(z.string(), z.unknown()).nullish().catch(null),
});

/** State: waiting, processing, partial, done, faulted; cancelled for one form. */
export const alchemyStatusAnswer = z.object({
  state: z.string().max(50).catch('waiting').default('waiting'),
  forms: listOf(form, 100).catch([]).default([]),
});
export type AlchemyStatus = z.infer<typeof alchemyStatusAnswer>;

export const errorAnswer = z.object({
  message: z.string().optional(),
  rc: z.string().optional(),
  errors: z.record(z.string(), z.unknown()).optional(),
});
