import * as z from 'zod/mini';
import { generatorTypes } from '../../domain/generator-types.ts';
import { jobStates } from '../../domain/job.ts';
import {
  inlineSourceMaxBytes,
  jobsPerOrderMax,
  previewMaxBytes,
  promptPageSize,
} from '../../domain/limits.ts';
import { checkAnswer, jobId, waitData } from './check.ts';
import { defineEndpoint, language, uuid, wholeNumber } from './endpoint.ts';
import { textGeneration, textTasks } from './text-generation.ts';
import { inputValue, inputValues } from './inputs.ts';
import { keeping, outputTrouble } from './works.ts';

export const jobAnswer = z.object({
  id: uuid,
  state: z.enum(jobStates),
  ...waitData,
  /** Credits held for it. */
  cost: z.number().check(z.minimum(0)),
  /** Credits that are left after holding them. */
  balance: z.number().check(z.minimum(0)),
});

/** How a small source is written in place of its URL. */
export const inlineSourcePattern = /^data:[\w.+-]+\/[\w.+-]+;base64,[A-Za-z0-9+/]+={0,2}$/;

/** Base64 is a third longer than what it carries, and its media type stands before it. */
const inlineSource = z
  .string()
  .check(z.maxLength(Math.ceil(inlineSourceMaxBytes / 3) * 4 + 100), z.regex(inlineSourcePattern));

/** Spec 1, section 5: what a form holds, with small files in it as Base64. */
const submittedValues = z.record(
  z.string().check(z.maxLength(100)),
  z.union([inputValue, inlineSource, z.array(inlineSource).check(z.maxLength(100))]),
);

/**
 * The specification's generate call. `input` is held against the model's schema; sources are URLs that
 * `upload` answered, with or without the parameter for a small picture, or small files as `data:` URLs. 562 (too few credits), 560/561 (NSFW) are its own statuses (spec 1, section 8).
 */
export const playgroundGenerate = defineEndpoint({
  id: 'playgroundGenerate',
  method: 'post',
  path: '/api/v2/playground_generate',
  summary: 'Submit a generation, exactly once per Idempotency-Key',
  auth: 'required',
  idempotent: true,
  body: z.object({
    input: submittedValues,
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    disabled_translate: z._default(z.boolean(), false),
    /** Not in the specification: the prompt in English as the person was shown it, which is then what is used. */
    translation: z.optional(z.string().check(z.minLength(1), z.maxLength(20_000))),
    job_type: z.enum(generatorTypes),
    template: z.optional(z.string().check(z.maxLength(200))),
  }),
  ok: { status: 200, schema: jobAnswer },
  errors: [403, 404, 409, 413, 422, 503, 507, 560, 561, 562],
});

/**
 * The AI-Horde-shaped call: prompt carries the negative part after ' ### '. With a `task` it is the specification's
 * async text job (section 4): words are worked on, and `check` and `status` answer for it as for any other.
 */
export const generateAsync = defineEndpoint({
  id: 'generateAsync',
  method: 'post',
  path: '/api/v2/generate/async',
  summary: 'Submit a generation in the AI Horde form',
  auth: 'required',
  idempotent: true,
  body: z.object({
    prompt: z.string().check(z.minLength(1), z.maxLength(20_000)),
    models: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(10)), []),
    params: z._default(inputValues, {}),
    /** Base64 of a picture. */
    source_image: z.optional(z.string().check(z.maxLength(60_000_000))),
    /** URL of an upload. */
    source_file: z.optional(z.string().check(z.maxLength(2_000))),
    task: z.optional(z.enum(textTasks)),
    /** Of a text job: decides only where the words themselves don't tell. */
    lang: z._default(language, 'cn'),
  }),
  ok: { status: 202, schema: z.object({ id: uuid }) },
  errors: [403, 404, 409, 413, 422, 503, 507, 560, 561, 562],
});

export const generation = z.object({
  /** `image_id` of the work. */
  id: uuid,
  /** Address of the file on the platform's origin (see `filePath`). */
  img: z.string(),
  seed: z.string(),
  model: z.string(),
  width: z.int().check(z.minimum(0)),
  height: z.int().check(z.minimum(0)),
  media_type: z.string(),
  bytes: z.int().check(z.minimum(0)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  censored: z.boolean(),
  /** The parameters that were really used. */
  params: inputValues,
  warnings: z.array(z.string()),
  state: z.string(),
  /** ISO 8601, UTC. */
  create_time: z.string(),
  ...keeping,
  ...outputTrouble,
});

export const previewAnswer = z.object({
  /** As in `checkAnswer`, or later; null when there is none, or none any more. */
  preview: z.nullable(z.int().check(z.minimum(1))),
  media_type: z.literal('image/webp'),
  /** Null exactly when `preview` is. */
  data: z.nullable(z.base64().check(z.maxLength(Math.ceil(previewMaxBytes / 3) * 4))),
});

/** Not in the specification. */
export const generationPreview = defineEndpoint({
  id: 'generationPreview',
  method: 'get',
  path: '/api/v2/generate/preview/{id}',
  summary: 'How the picture of a running generation looks so far',
  auth: 'required',
  params: jobId,
  ok: { status: 200, schema: previewAnswer },
  errors: [403, 404],
});

export const statusAnswer = z.extend(checkAnswer, {
  generations: z.array(z.union([generation, textGeneration])),
});

/** The outputs of a job that are files. */
export function filesIn({
  generations,
}: Pick<z.infer<typeof statusAnswer>, 'generations'>): z.infer<typeof generation>[] {
  return generations.flatMap((output) => ('sha256' in output ? [output] : []));
}

export const generationStatus = defineEndpoint({
  id: 'generationStatus',
  method: 'get',
  path: '/api/v2/generate/status/{id}',
  summary: 'How far a generation is, with its outputs',
  auth: 'required',
  params: jobId,
  ok: { status: 200, schema: statusAnswer },
  errors: [403, 404],
});

export const cancelGeneration = defineEndpoint({
  id: 'cancelGeneration',
  method: 'delete',
  path: '/api/v2/generate/status/{id}',
  summary: 'Cancel a generation; harmless when repeated',
  auth: 'required',
  params: jobId,
  ok: { status: 200, schema: statusAnswer },
  errors: [403, 404],
});

/**
 * Not in the specification. The named jobs share out the places that they had; others keep theirs, and what no
 * longer waits is passed over. A repeat is harmless.
 */
export const reorderGenerations = defineEndpoint({
  id: 'reorderGenerations',
  method: 'post',
  path: '/api/v2/generate/order',
  summary: "Put the caller's waiting generations in another order",
  auth: 'required',
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(jobsPerOrderMax)) }),
  ok: {
    status: 200,
    schema: z.object({
      data: z.object({ /** Those that wait, in their order. */ ids: z.array(uuid) }),
    }),
  },
  errors: [403],
});

export const jobsPromptsCount = defineEndpoint({
  id: 'jobsPromptsCount',
  method: 'post',
  path: '/api/v2/get_jobs_prompts_count',
  summary: 'How many different prompts the caller has sent',
  auth: 'required',
  body: z.optional(z.object({})),
  ok: { status: 200, schema: z.object({ data: z.int().check(z.minimum(0)) }) },
  errors: [403],
});

export const listJobsPrompts = defineEndpoint({
  id: 'listJobsPrompts',
  method: 'post',
  path: '/api/v2/get_jobs_prompts',
  summary: "A page of the caller's prompts, each once, by when it was last sent",
  auth: 'required',
  body: z.object({
    page_size: z._default(wholeNumber(1, 100), promptPageSize),
    page_number: z._default(wholeNumber(1, 100_000), 1),
    order: z._default(z.enum(['DESC', 'ASC']), 'DESC'),
  }),
  ok: {
    status: 200,
    schema: z.object({
      prompts: z.array(
        z.object({
          /** Positive part, ' ### ', negative part. */
          prompt: z.string(),
          jobtype: z.enum(generatorTypes),
          /** ISO 8601, UTC. */
          create_time: z.string(),
        }),
      ),
    }),
  },
  errors: [403],
});
