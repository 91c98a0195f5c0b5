import { z } from 'zod';

export const image = z.object({
  b64_json: z.string().nullish(),
  url: z.string().max(10_000).nullish(),
});
export type AnsweredImage = z.infer<typeof image>;

export const imagesAnswer = z.object({ data: z.array(image).max(64).catch([]).default([]) });

/** One event of a streamed answer; its type stands in its data. */
export const streamEvent = z.object({
  type: z.string().catch(''),
  b64_json: z.string().optional(),
  partial_image_index: z.int().min(0).max(16).optional(),
  error: z.unknown().optional(),
});
