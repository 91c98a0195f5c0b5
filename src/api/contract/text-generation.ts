import * as z from 'zod/mini';

/** Who helped, not in the specification: a helper of last resort says that it is one. */
export const provenance = {
  /** `builtin`, `chat`, or the name of an engine. */
  provider: z.string(),
  /** True where rules and word lists answered in place of a model of language or vision. */
  fallback: z.boolean(),
};

/** What can be done to words behind the caller's back. */
export const textTasks = ['expand', 'translate'] as const;

/** What became of words, in the checks of jobs; by itself, since whoever asks how jobs are needs no other helper. */
export const textGeneration = z.object({ text: z.string(), ...provenance });
