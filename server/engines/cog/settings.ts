import { z } from 'zod';

import { bilingual, commonSettings, costPixels, engineUrl, generatorType } from '../kind.ts';

const scalar = z.union([z.string().max(10_000), z.number(), z.boolean()]);
const fieldName = z.string().regex(/^[\w-]{1,100}$/);

/** What Kiln knows better than the model about one of its inputs. */
const fieldOverlay = z.strictObject({
  title: bilingual.optional(),
  description: bilingual.optional(),
  default: scalar.optional(),
  /** The form leaves it out; its default applies. */
  hidden: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  /** Behind "More". */
  advanced: z.boolean().optional(),
});
export type FieldOverlay = z.output<typeof fieldOverlay>;

export const cogSettings = commonSettings.extend({
  kind: z.literal('cog'),
  /** Set where the address speaks Replicate's API instead of a container's. */
  replicate: z
    .strictObject({
      model: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, 'must be owner/name'),
      /** The newest one when left out; community models need it. */
      version: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be the 64 characters of a version')
        .optional(),
    })
    .optional(),
  /** Other hosts that outputs may be fetched from, such as where the container uploads them. */
  files: z.array(engineUrl).max(20).default([]),
  label: bilingual.optional(),
  description: bilingual.optional(),
  /** What it is used for; guessed from its inputs when left out. */
  types: z.array(generatorType).min(1).max(10).optional(),
  /** Credits per picture. */
  cost: z.number().min(0).max(1_000_000).default(1),
  cost_pixels: costPixels,
  fields: z.record(fieldName, fieldOverlay).default({}),
  /** Sent with every request and never shown, tokens among them; their fields leave the form. */
  input: z.record(fieldName, scalar).default({}),
  /** A run that takes longer has failed. */
  timeoutMinutes: z.int().min(1).max(1_440).default(60),
});
export type CogSettings = z.output<typeof cogSettings>;
