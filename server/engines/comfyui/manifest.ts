import { z } from 'zod';

import { modelNameMaxCharacters } from '../../../src/domain/limits.ts';
import { parseDimensions } from '../../../src/domain/model.ts';
import { bilingual, costPixels, generatorType } from '../kind.ts';
import type { Place } from './workflow.ts';

/** `node.input`; node ids have no dots, names of inputs may. */
const place = z
  .string()
  .regex(/^[^.]{1,100}\..{1,200}$/, 'must be a node and one of its inputs, such as 6.text')
  .transform((text): Place => {
    const dot = text.indexOf('.');
    return { node: text.slice(0, dot), input: text.slice(dot + 1) };
  });

const places = z.union([place.transform((one) => [one]), z.array(place).min(1).max(16)]);

const choice = z.union([z.string().max(500), z.number()]);

const field = z.strictObject({
  at: places,
  title: bilingual.optional(),
  description: bilingual.optional(),
  /** What it is a part of: inputs of one part stand together. */
  group: bilingual.optional(),
  type: z.enum(['string', 'integer', 'number', 'boolean']).optional(),
  default: z.union([z.string().max(7_000), z.number(), z.boolean()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  /** `server`: what this ComfyUI offers for the input. */
  choices: z.union([z.literal('server'), z.array(choice).min(1).max(500)]).optional(),
  required: z.boolean().optional(),
  advanced: z.boolean().optional(),
  hidden: z.boolean().optional(),
  /** Of `image`: a list, a picture for each place; what hangs on a place without one is left out. */
  list: z.boolean().optional(),
});

export type ManifestField = z.output<typeof field>;

const label = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= modelNameMaxCharacters, {
    error: `must have at most ${modelNameMaxCharacters} characters`,
  });

/** The file beside a workflow that makes it a model; docs/comfyui.md tells it in words. */
export const manifestFile = z.strictObject({
  $schema: z.string().optional(),
  kiln: z.literal(1),
  type: z.union([generatorType.transform((one) => [one]), z.array(generatorType).min(1)]),
  label: z.strictObject({ cn: label, en: label }),
  description: bilingual,
  mark: z.strictObject({ cn: z.string().max(20), en: z.string().max(20) }).optional(),
  default: z.boolean().default(false),
  /** Credits per picture. */
  cost: z.number().min(0).max(1_000_000).default(1),
  cost_pixels: costPixels,
  /** Rough seconds for one picture, until some were measured. */
  seconds: z.number().min(0.1).max(86_400).default(20),
  upload_max_side: z.int().min(64).max(16_384).optional(),
  allow_dimensions: z
    .array(z.string().refine((text) => parseDimensions(text) !== null, 'must be WxH'))
    .max(100)
    .default([]),
  inputs: z.record(
    z.string().regex(/^[a-z][a-z0-9_]{0,60}$/, 'must be lower case with underscores'),
    z.union([places.transform((at): ManifestField => ({ at })), field]),
  ),
  /** Nodes whose pictures count, in order; empty: every node that saves some. */
  outputs: z.array(z.string().max(100)).max(50).default([]),
});

export type Manifest = z.output<typeof manifestFile>;
