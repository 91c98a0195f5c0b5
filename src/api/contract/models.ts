import * as z from 'zod/mini';
import { catch as orElse } from 'zod/mini';
import { generatorTypes } from '../../domain/generator-types.ts';
import {
  cfgScaleRange,
  dimensionRangeLarger,
  promptMaxCharacters,
  stepsRangeLarger,
} from '../../domain/limits.ts';
import { modelStyles } from '../../domain/model.ts';
import { defineEndpoint, language, wholeNumber } from './endpoint.ts';
import { inputPath, inputValue } from './inputs.ts';

const text = z.string().check(z.maxLength(20_000));

const modelId = z.string().check(z.minLength(1), z.maxLength(200));
const side = z
  .int()
  .check(z.minimum(dimensionRangeLarger.min), z.maximum(dimensionRangeLarger.max));

/** Spec 1, section 3, "Model defaults record": its `params`. */
export const modelDefaults = z.object({
  default_prompt: z.optional(z.string().check(z.maxLength(promptMaxCharacters))),
  default_negative_prompt: z.optional(z.string().check(z.maxLength(promptMaxCharacters))),
  default_width: z.optional(side),
  default_height: z.optional(side),
  default_steps: z.optional(
    z.int().check(z.minimum(stepsRangeLarger.min), z.maximum(stepsRangeLarger.max)),
  ),
  default_scale: z.optional(z.number().check(z.minimum(0), z.maximum(cfgScaleRange.max))),
  default_denoising: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
});

/** Spec 1, section 3, "Model item"; see `ModelItem` in domain for the meaning of the fields. */
export const modelItem = z.object({
  value: z.int(),
  model: modelId,
  name: text,
  label: text,
  label_cn: text,
  label_en: text,
  label_default: z._default(text, ''),
  old_versions_label: z._default(text, ''),
  newest_version: z._default(z.nullable(modelId), null),
  style: z._default(z.nullable(z.enum(modelStyles)), null),
  dstyle: z._default(text, ''),
  type: text,
  mtype: text,
  gen_type: text,
  mark: text,
  mark_en: text,
  default: z.boolean(),
  invisible: z._default(z.boolean(), false),
  lora: z.boolean(),
  civit_lora_not_supported: z._default(z.boolean(), false),
  use_default_prompt: z._default(z.boolean(), false),
  params: z._default(modelDefaults, {}),
  schema: z._default(text, ''),
  lorabase: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
  upload: z.nullable(z.string()),
  mask: z.nullable(z.string()),
  accept_types: z.array(z.string()),
  upload_limit: z.int(),
  upload_max_side: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  upload_max_pixels: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  cost: z.number().check(z.minimum(0)),
  cost_pixels: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  description: z.object({ text, text_en: text }),
  filed_mappings: z.object({
    prompt: z.nullable(z.string()),
    negative_prompt: z.nullable(z.string()),
  }),
  disable_translate: z.boolean(),
  cover: z.nullable(z.string()),
  show_cover: z.boolean(),
  showcases: z.array(z.string()),
  uid: z.nullable(z.string()),
  allow_dimensions: z.array(z.string()),
  control_types: z.array(z.string()),
  num_outputs: z.array(z.int()),
  default_num_outputs: z.int(),
  engine: z.string(),
  available: z.boolean(),
  unavailable_reason: z.nullable(z.object({ cn: z.string(), en: z.string() })),
});

export const schemaProperty = z.object({
  // A platform newer than this device may have kinds, formats and widgets that it does not know: one odd field must
  // not cost the person the forms of all models.
  type: orElse(z.enum(['string', 'integer', 'number', 'boolean', 'array', 'unknown']), 'unknown'),
  items: orElse(z.optional(z.object({ type: z.enum(['string', 'integer', 'number']) })), undefined),
  title: text,
  description: z.optional(text),
  format: orElse(z.optional(z.literal('uri')), undefined),
  default: z.optional(inputValue),
  enum: z.optional(z.array(z.union([z.string(), z.number()]))),
  'x-enum-titles': z.optional(z.array(z.string())),
  'x-enum-descriptions': z.optional(z.array(z.string())),
  'x-enum-pictures': z.optional(z.array(z.string().check(z.regex(/^\/[\w/.-]+$/)))),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  'x-larger-maximum': z.optional(z.number()),
  // Older drafts of JSON Schema say true or false here.
  exclusiveMinimum: orElse(z.optional(z.number()), undefined),
  exclusiveMaximum: orElse(z.optional(z.number()), undefined),
  multipleOf: z.optional(z.number()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  pattern: orElse(z.optional(z.string().check(z.maxLength(1_000))), undefined),
  const: orElse(z.optional(z.union([z.string(), z.number(), z.boolean()])), undefined),
  maxItems: z.optional(z.number()),
  minItems: orElse(z.optional(z.number()), undefined),
  uniqueItems: orElse(z.optional(z.boolean()), undefined),
  'x-widget': orElse(
    z.optional(
      z.enum([
        'prompt',
        'negative-prompt',
        'dimensions',
        'seed',
        'image',
        'mask',
        'strokes',
        'trained-style',
        'count',
      ]),
    ),
    undefined,
  ),
  'x-order': z.number(),
  'x-hidden': z.optional(z.boolean()),
  'x-readOnly': z.optional(z.boolean()),
  'x-advanced': z.optional(z.boolean()),
  'x-group': z.optional(z.string().check(z.maxLength(200))),
  'x-needs': z.optional(z.string().check(z.maxLength(100))),
  'x-only-with': z.optional(
    z.object({ field: z.string().check(z.maxLength(100)), values: z.array(z.string()) }),
  ),
  'x-part': z.optional(z.object({ path: inputPath, required: z.boolean() })),
  'x-names': z.optional(z.array(z.string())),
  'x-strength': z.optional(
    z.object({ minimum: z.number(), maximum: z.number(), multipleOf: z.number() }),
  ),
});

export const modelSchema = z.object({
  properties: z.record(z.string(), schemaProperty),
  required: z.array(z.string()),
  'x-upfront': z.optional(
    z.object({
      steps: z.number().check(z.minimum(0)),
      pixels: z.number().check(z.minimum(0)),
    }),
  ),
});

/** Not in the specification: ids with commas between, of apps that a device was given links to. What stands
 * behind an @ is which version the device knows of: another one is another question.
 * What is no id is passed over. */
const askedApps = z.optional(z.string().check(z.maxLength(2_000)));

export const listModels = defineEndpoint({
  id: 'listModels',
  method: 'get',
  path: '/pgmodels.json',
  summary: "The models of all engines, the caller's apps, and apps that are named",
  auth: 'none',
  query: z.object({ apps: askedApps }),
  ok: { status: 200, schema: z.array(modelItem) },
});

/** Spec 1, section 3, "Template/app"; words are in the language that was asked for. */
const template = z.object({
  /** Stands where a model's id would, in links and in requests. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  cover: z.nullable(z.string()),
  /** What it is made of. */
  model: z.string(),
  /** What a person still decides; the rest is hidden. */
  schema: modelSchema,
  /** The schema of `model`. */
  schema_base: modelSchema,
  /** Whose it is; null for those that come with the platform. */
  uid: z.nullable(z.string()),
});

export const listTemplates = defineEndpoint({
  id: 'listTemplates',
  method: 'get',
  path: '/api/v2/templates',
  summary: 'App templates',
  auth: 'none',
  query: z.object({ lang: z._default(language, 'cn') }),
  ok: { status: 200, schema: z.array(template) },
});

/** Spec 1, section 3, "LoRA list entry" and "Preset LoRA"; see `LoraItem` in domain for the meaning of the fields. */
export const loraItem = z.object({
  value: z.int(),
  id: text,
  name: text,
  original_name: text,
  label: text,
  name_cn: text,
  name_en: text,
  file: text,
  image: z.nullable(z.string()),
  trigger: text,
  tags: z.array(text),
  disabled: z.boolean(),
  strenth: z.number(),
  clipStrenth: z.number(),
  modelStrenth: z.number(),
});

/** The public list of LoRAs. A model's schema says in `x-names` which of them it takes. */
export const listLoras = defineEndpoint({
  id: 'listLoras',
  method: 'get',
  path: '/lora.json',
  summary: 'LoRAs that the engines have by name',
  auth: 'none',
  // Without it the language is that of the header Accept-Language, which a device's own choice may differ from.
  query: z.object({ lang: z.optional(language) }),
  ok: { status: 200, schema: z.array(loraItem) },
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

/**
 * Not in the specification: what the models are or were called that made the caller's works. One that is no longer
 * listed keeps its name by this on devices that never had it in their list.
 */
export const listModelNames = defineEndpoint({
  id: 'listModelNames',
  method: 'get',
  path: '/api/v2/model_names',
  summary: "Names of the models that made the caller's works",
  auth: 'required',
  ok: { status: 200, schema: z.array(z.object({ model: text, label_cn: text, label_en: text })) },
  errors: [403],
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
    group: z._default(z.enum(['0', '1']), '0'),
  }),
  ok: {
    status: 200,
    schema: z.array(
      z.object({
        name: text,
        /** What it makes. */
        type: z.enum(['image', 'video', 'audio', '3d', 'model']),
        /** In the caller's language. */
        description: text,
        /** Outputs a minute that one place makes, by how long its last ones took; 0 while it cannot be used. */
        performance: z.number().check(z.minimum(0)),
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
    model: z.string().check(z.minLength(1), z.maxLength(200)),
    version: z._default(wholeNumber(2, 2), 2),
    lang: z._default(language, 'cn'),
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
  query: z.object({ lang: z._default(language, 'cn'), apps: askedApps }),
  ok: { status: 200, schema: z.record(z.string(), modelSchema) },
});

export const jobType = z.enum(generatorTypes);
