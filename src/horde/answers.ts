import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';

/**
 * What the Horde answers. Every field may be missing: caches and masks drop them, and its list of codes is
 * open. Unknown fields pass unread.
 */
const id = z.string().check(z.regex(/^[\w-]{1,100}$/));
const warnings = z.optional(
  orElse(
    z
      .array(z.object({ code: z.optional(z.string().check(z.maxLength(100))) }))
      .check(z.maxLength(50)),
    [],
  ),
);

/** A list whose strange entries are passed over: one of them is no reason to lose the others. */
function listOf<Entry extends z.ZodMiniType>(entry: Entry, most: number) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((entries): z.infer<Entry>[] =>
      entries.slice(0, most).flatMap((candidate) => {
        const parsed = entry.safeParse(candidate);
        return parsed.success ? [parsed.data] : [];
      }),
    ),
  );
}

export const submitAnswer = z.object({ id, warnings });
export const dryRunAnswer = z.object({ kudos: z.number() });
export const alchemyAnswer = z.object({ id });

const count = z._default(orElse(z.number(), 0), 0);

export const checkAnswer = z.object({
  finished: count,
  processing: count,
  restarted: count,
  waiting: count,
  done: z._default(orElse(z.boolean(), false), false),
  faulted: z._default(orElse(z.boolean(), false), false),
  wait_time: count,
  queue_position: count,
  is_possible: z._default(orElse(z.boolean(), true), true),
});
export type CheckAnswer = z.infer<typeof checkAnswer>;

const metadata = z.object({
  type: z.optional(z.string().check(z.maxLength(100))),
  value: z.optional(z.string().check(z.maxLength(100))),
  ref: z.optional(z.string().check(z.maxLength(255))),
});

export const generation = z.object({
  id,
  img: z.optional(z.string()),
  seed: z.optional(z.union([z.string().check(z.maxLength(30)), z.number()])),
  model: z.optional(z.string().check(z.maxLength(200))),
  censored: z.optional(z.boolean()),
  gen_metadata: orElse(z.nullish(z.array(metadata).check(z.maxLength(100))), null),
});
export type Generation = z.infer<typeof generation>;

export const statusAnswer = z.extend(checkAnswer, {
  generations: z._default(orElse(listOf(generation, 100), []), []),
});
export type StatusAnswer = z.infer<typeof statusAnswer>;

const servedModel = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(190)),
  count,
  /** Seconds. */
  eta: count,
  type: z.optional(z.string()),
});
export type ServedModel = z.infer<typeof servedModel>;
export const modelsAnswer = listOf(servedModel, 5_000);

export const modesAnswer = z.object({
  maintenance_mode: z._default(orElse(z.boolean(), false), false),
});

const worker = z.object({
  forms: z._default(
    orElse(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(200)), []),
    [],
  ),
  maintenance_mode: z._default(orElse(z.boolean(), false), false),
  online: z._default(orElse(z.boolean(), true), true),
});
export const workersAnswer = listOf(worker, 10_000);

export const findUserAnswer = z.object({
  kudos: z.optional(orElse(z.optional(z.number()), undefined)),
  active_generations: z.optional(
    z.object({ image: z.optional(z.array(id).check(z.maxLength(10_000))) }),
  ),
});

const form = z.object({
  form: z.optional(z.string().check(z.maxLength(100))),
  state: z._default(orElse(z.string().check(z.maxLength(50)), 'waiting'), 'waiting'),
  result: orElse(z.nullish(z.record(z.string(), z.unknown())), null),
});

/** State: waiting, processing, partial, done, faulted; cancelled for one form. */
export const alchemyStatusAnswer = z.object({
  state: z._default(orElse(z.string().check(z.maxLength(50)), 'waiting'), 'waiting'),
  forms: z._default(orElse(listOf(form, 100), []), []),
});
export type AlchemyStatus = z.infer<typeof alchemyStatusAnswer>;

export const errorAnswer = z.object({
  message: z.optional(z.string()),
  rc: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.unknown())),
});
