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
    .enum(['prompt', 'negative-prompt', 'dimensions', 'seed', 'image', 'mask', 'count'])
    .optional(),
  'x-order': z.number(),
  'x-hidden': z.boolean().optional(),
  'x-readOnly': z.boolean().optional(),
  'x-advanced': z.boolean().optional(),
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

export const listTemplates = defineEndpoint({
  id: 'listTemplates',
  method: 'get',
  path: '/api/v2/templates',
  summary: 'App templates',
  auth: 'none',
  query: z.object({ lang: language.default('cn') }),
  ok: { status: 200, schema: z.array(z.object({ id: z.string(), name: z.string() })) },
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

export const jobType = z.enum(generatorTypes);
