import * as z from 'zod/mini';
import { languageMeans } from '../../domain/language-abilities.ts';
import { promptMaxCharacters } from '../../domain/limits.ts';
import { defineEndpoint, language, uuid } from './endpoint.ts';
import { inputValue, inputValues } from './inputs.ts';
import { provenance, textGeneration, textTasks } from './text-generation.ts';

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(promptMaxCharacters));

const means = z.enum(languageMeans);

/** Not in the specification: a helper that only follows rules is offered for what it is, or not at all. */
export const languageHelpers = defineEndpoint({
  id: 'languageHelpers',
  method: 'get',
  path: '/api/v2/language_helpers',
  summary: 'Who helps with words: models, or rules and word lists',
  auth: 'none',
  ok: {
    status: 200,
    schema: z.object({
      expand: means,
      translate: means,
      optimize: means,
      describe: means,
      /** A picture to be described goes to volunteers, of whom nobody here knows who they are. */
      describes_in_public: z._default(z.boolean(), false),
    }),
  },
});

export const promptExpand = defineEndpoint({
  id: 'promptExpand',
  method: 'post',
  path: '/api/v2/prompt_expand',
  summary: 'Complete a prompt with what it leaves open',
  auth: 'required',
  body: z.object({
    prompt: words,
    /** Decides only where the words themselves don't tell. */
    lang: z._default(language, 'cn'),
    /** Not in the specification: another one brings other words; the same, the same. */
    seed: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  ok: {
    status: 200,
    schema: z.object({
      /** The prompt as it was, and more. */
      prompt: z.string(),
      ...provenance,
    }),
  },
  errors: [403, 560, 561],
});

const translationLanguage = z.enum(['cn', 'zh', 'en']);

export const translate = defineEndpoint({
  id: 'translate',
  method: 'post',
  path: '/api/v2/translate',
  summary: 'Translate a prompt into English or Chinese',
  auth: 'required',
  body: z.object({
    text: words,
    from: z._default(z.enum(['auto', ...translationLanguage.options]), 'auto'),
    to: translationLanguage,
  }),
  ok: {
    status: 200,
    schema: z.object({
      result: z.string(),
      /** Words that were kept as they are, by their place in `result` (UTF-16 code units, end excluded). */
      unknown: z.array(
        z.object({
          text: z.string(),
          start: z.int().check(z.minimum(0)),
          end: z.int().check(z.minimum(0)),
        }),
      ),
      ...provenance,
    }),
  },
  errors: [403, 560, 561],
});

export const optimizeParams = defineEndpoint({
  id: 'optimizeParams',
  method: 'post',
  path: '/api/v2/optimize_params',
  summary: 'Better parameters for a request; hanging up cancels it',
  auth: 'required',
  body: z.object({
    /** Values of the model's fields, the prompt among them. */
    params: inputValues,
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    lang: z._default(language, 'cn'),
  }),
  ok: {
    status: 200,
    schema: z.object({
      params: inputValues,
      prompt: z.string(),
      changes: z.array(
        z.object({
          field: z.string(),
          /** Null where the field had no value, and where it has none any more. */
          from: inputValue,
          to: inputValue,
          /** In the language that was asked for. */
          reason: z.string(),
        }),
      ),
      ...provenance,
    }),
  },
  errors: [403, 404, 560, 561],
});

/** Base64 is a third longer than the largest picture that may be uploaded. */
export const imageBase64MaxCharacters = 60_000_000;

export const image2text = defineEndpoint({
  id: 'image2text',
  method: 'post',
  path: '/api/v2/image2text',
  summary: 'Describe a picture in words that a prompt could be',
  auth: 'required',
  body: z
    .object({
      lang: z._default(language, 'cn'),
      /** What to look at above all; helpers that only measure don't use it. */
      prompt: z._default(z.string().check(z.trim(), z.maxLength(promptMaxCharacters)), ''),
      /** Address of a file of the caller's own on this platform. */
      url: z.optional(z.string().check(z.maxLength(2_000))),
      image_base64: z.optional(z.string().check(z.maxLength(imageBase64MaxCharacters))),
      /** Not in the specification: volunteers' computers may look at it; without, nobody outside does. */
      may_be_public: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ url, image_base64: data }) => (url === undefined) !== (data === undefined), {
        path: ['url'],
        message: 'give either url or image_base64',
      }),
    ),
  ok: {
    status: 200,
    schema: z.object({
      result: z.string(),
      /** `metadata`: the words that the file itself carries about how it was made. */
      basis: z.enum(['seen', 'measured', 'metadata']),
      ...provenance,
    }),
  },
  errors: [403, 503, 560, 561],
});

/**
 * The specification's async text jobs name no address; this is where the AI Horde has its own, and `generateAsync`
 * with a task is the same. Done without
 * fault, a check carries the text.
 */
export const generateTextAsync = defineEndpoint({
  id: 'generateTextAsync',
  method: 'post',
  path: '/api/v2/generate/text/async',
  summary: 'Let words be worked on behind the caller’s back',
  auth: 'required',
  body: z.object({
    prompt: words,
    task: z._default(z.enum(textTasks), 'expand'),
    lang: z._default(language, 'cn'),
    seed: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  ok: { status: 202, schema: z.object({ id: uuid }) },
  errors: [403, 560, 561],
});

const textJob = z.object({ id: uuid });
const textAnswer = z.object({
  done: z.boolean(),
  faulted: z.boolean(),
  cancelled: z.boolean(),
  generations: z.array(textGeneration),
  /** Seconds, as far as anybody can tell. */
  wait_time: z.number().check(z.minimum(0)),
  queue_position: z.int().check(z.minimum(0)),
});

export const checkText = defineEndpoint({
  id: 'checkText',
  method: 'get',
  path: '/api/v2/generate/text/check/{id}',
  summary: 'How far a text job is, with its text when it is done',
  auth: 'required',
  params: textJob,
  ok: { status: 200, schema: textAnswer },
  errors: [403, 404],
});

export const cancelText = defineEndpoint({
  id: 'cancelText',
  method: 'delete',
  path: '/api/v2/generate/text/status/{id}',
  summary: 'Cancel a text job; harmless when repeated',
  auth: 'required',
  params: textJob,
  ok: { status: 200, schema: textAnswer },
  errors: [403, 404],
});
