import { z } from 'zod';
import { generatorTypes } from '../../domain/generator-types.ts';
import { defineEndpoint, language } from './endpoint.ts';

const text = z.string().max(20_000);

export const inputValue = z.union([
  z.string().max(100_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(10_000)).max(100),
  z.array(z.number()).max(1_000),
  z.null(),
]);
export const inputValues = z.record(z.string().max(100), inputValue);

/** Spec 1, section 3, "Model item"; see `ModelItem` in domain for the meaning of the fields. */
export const modelItem = z.object({
  value: z.int(),
  model: z.string().min(1).max(200),
  name: text,
  label: text,
  label_cn: text,
  label_en: text,
  type: text,
  mtype: text,
  gen_type: text,
  mark: text,
  mark_en: text,
  default: z.boolean(),
  lora: z.boolean(),
  lorabase: z.string().max(200).nullable().default(null),
  upload: z.string().nullable(),
  mask: z.string().nullable(),
  accept_types: z.array(z.string()),
  upload_limit: z.int(),
  upload_max_side: z.int().min(1).nullable().default(null),
  cost: z.number().min(0),
  description: z.object({ text, text_en: text }),
  filed_mappings: z.object({
    prompt: z.string().nullable(),
    negative_prompt: z.string().nullable(),
  }),
  disable_translate: z.boolean(),
  cover: z.string().nullable(),
  show_cover: z.boolean(),
  showcases: z.array(z.string()),
  uid: z.string().nullable(),
  allow_dimensions: z.array(z.string()),
  control_types: z.array(z.string()),
  num_outputs: z.array(z.int()),
  default_num_outputs: z.int(),
  engine: z.string(),
  available: z.boolean(),
  unavailable_reason: z.object({ cn: z.string(), en: z.string() }).nullable(),
});

export const schemaProperty = z.object({
  type: z.enum(['string', 'integer', 'number', 'boolean', 'array']),
  title: text,
  description: text.optional(),
  format: z.literal('uri').optional(),
  default: inputValue.optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  'x-enum-titles': z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  'x-widget': z
    .enum([
      'prompt',
      'negative-prompt',
      'dimensions',
      'seed',
      'image',
      'mask',
      'strokes',
      'trained-style',
      'count',
    ])
    .optional(),
  'x-order': z.number(),
  'x-hidden': z.boolean().optional(),
  'x-readOnly': z.boolean().optional(),
  'x-advanced': z.boolean().optional(),
  'x-needs': z.string().max(100).optional(),
});

export const modelSchema = z.object({
  properties: z.record(z.string(), schemaProperty),
  required: z.array(z.string()),
});

export const listModels = defineEndpoint({
  id: 'listModels',
  method: 'get',
  path: '/pgmodels.json',
  summary: 'The models of all engines',
  auth: 'none',
  ok: { status: 200, schema: z.array(modelItem) },
});

/** Spec 1, section 3, "Template/app"; words are in the language that was asked for. */
const template = z.object({
  /** Stands where a model's id would, in links and in requests. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  cover: z.string().nullable(),
  /** What it is made of. */
  model: z.string(),
  /** What a person still decides; the rest is hidden. */
  schema: modelSchema,
  /** The schema of `model`. */
  schema_base: modelSchema,
  /** Whose it is; null for those that come with the platform. */
  uid: z.string().nullable(),
});

export const listTemplates = defineEndpoint({
  id: 'listTemplates',
  method: 'get',
  path: '/api/v2/templates',
  summary: 'App templates',
  auth: 'none',
  query: z.object({ lang: language.default('cn') }),
  ok: { status: 200, schema: z.array(template) },
});

/** Spec 1, section 3, "LoRA list entry"; the spelling of the strengths is the specification's. */
export const loraEntry = z.object({
  value: z.int(),
  id: text,
  name: text,
  original_name: text,
  label: text,
  image: z.string().nullable(),
  clipStrenth: z.number(),
  modelStrenth: z.number(),
  tags: z.array(text),
  file: text,
});

export const listLoras = defineEndpoint({
  id: 'listLoras',
  method: 'get',
  path: '/lora.json',
  summary: 'LoRAs that the engines have by name',
  auth: 'none',
  ok: { status: 200, schema: z.array(loraEntry) },
});

const prompts = z.array(text);

export const listPrompts = defineEndpoint({
  id: 'listPrompts',
  method: 'get',
  path: '/prompts.json',
  summary: 'Prompts that the engines are good at, in Chinese',
  auth: 'none',
  ok: { status: 200, schema: prompts },
});

export const listEnglishPrompts = defineEndpoint({
  id: 'listEnglishPrompts',
  method: 'get',
  path: '/prompts-en.json',
  summary: 'The same in English',
  auth: 'none',
  ok: { status: 200, schema: prompts },
});

/** In the AI Horde's form, whose readers then read this too. */
export const modelStatus = defineEndpoint({
  id: 'modelStatus',
  method: 'get',
  path: '/api/v2/status/models',
  summary: 'How busy the models are',
  auth: 'none',
  query: z.object({
    /** 1: models of the same name are one entry. */
    group: z.enum(['0', '1']).default('0'),
  }),
  ok: {
    status: 200,
    schema: z.array(
      z.object({
        name: text,
        type: z.literal('image'),
        /** Jobs it may run at once now; 0 while it cannot be used. */
        count: z.int(),
        /** Jobs that wait or run. */
        jobs: z.int(),
        /** Outputs that those will have. */
        queued: z.int(),
        /** Seconds until one submitted now would be done; 10,000 while it cannot be used. */
        eta: z.number(),
      }),
    ),
  },
});

export const getModelSchema = defineEndpoint({
  id: 'getModelSchema',
  method: 'post',
  path: '/api/v2/playground_get_model_schema',
  summary: "A model's input schema",
  auth: 'none',
  body: z.object({
    model: z.string().min(1).max(200),
    version: z.literal(2).default(2),
    lang: language.default('cn'),
  }),
  ok: { status: 200, schema: modelSchema },
  errors: [404],
});

/**
 * Not in the specification: the schemas of all models at once, by model. A device keeps them all for the time
 * without a network, and a call for each would be dozens.
 */
export const listModelSchemas = defineEndpoint({
  id: 'listModelSchemas',
  method: 'get',
  path: '/api/v2/model_schemas',
  summary: 'The input schemas of all models',
  auth: 'none',
  query: z.object({ lang: language.default('cn') }),
  ok: { status: 200, schema: z.record(z.string(), modelSchema) },
});

export const jobType = z.enum(generatorTypes);
