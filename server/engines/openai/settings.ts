import { z } from 'zod';

import { imageCountRange, promptMaxCharacters } from '../../../src/domain/limits.ts';
import { bilingual, commonSettings, costPixels, engineUrl } from '../kind.ts';

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);
const size = z.string().regex(/^[1-9]\d{1,3}x[1-9]\d{1,3}$/, 'must be a size such as 1024x1024');

const modelSettings = z.strictObject({
  /** As the server calls it; names come and go, so they are nobody's but the configuration's. */
  id: z.string().trim().min(1).max(150),
  label: bilingual.optional(),
  description: bilingual.optional(),
  /** Credits per picture. */
  cost: z.number().min(0).max(1_000_000).default(1),
  cost_pixels: costPixels,
  tasks: z
    .array(z.enum(['generate', 'edit', 'inpaint']))
    .min(1)
    .default(['generate']),
  /** The first is the default. */
  sizes: z.array(size).min(1).max(50).default(['1024x1024']),
  /** Pictures that one request may ask for. */
  outputs: z.int().min(1).max(imageCountRange.max).default(1),
  /** Pictures that one edit may start from; the service is sent `image[]` where it is more than one. */
  pictures: z.int().min(1).max(16).optional(),
  /** Offered as a choice, the first is the default; left out, none is sent. */
  qualities: z.array(z.string().min(1).max(50)).min(1).max(20).optional(),
  promptMaxCharacters: z.int().min(1).max(promptMaxCharacters).default(promptMaxCharacters),
  /** Previews that a streamed answer brings; 0 asks for none and does not stream. */
  partialImages: z.int().min(0).max(3).default(0),
  /** Sent as `response_format`; newer models refuse it and always send base64. */
  responseFormat: z.enum(['b64_json', 'url']).optional(),
  /** Sent with every request, such as `{ "background": "opaque" }`. */
  input: z.record(z.string().regex(/^\w{1,100}$/), scalar).default({}),
});
export type OpenaiModelSettings = z.output<typeof modelSettings>;

export const openaiSettings = commonSettings.extend({
  kind: z.literal('openai'),
  models: z
    .array(modelSettings)
    .min(1)
    .max(50)
    .refine(
      (models) => new Set(models.map(({ id }) => id)).size === models.length,
      'two models have the same id',
    ),
  /** Other hosts that pictures may be fetched from where an answer names addresses. */
  files: z.array(engineUrl).max(20).default([]),
  /** False for a machine of your own: a request whose answer was lost may then be sent again. */
  paid: z.boolean().default(true),
  /** A request that takes longer has failed. */
  timeoutMinutes: z.int().min(1).max(120).default(10),
});
export type OpenaiSettings = z.output<typeof openaiSettings>;
