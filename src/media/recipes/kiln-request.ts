import * as z from 'zod/mini';
import { generatorTypes } from '../../domain/generator-types.ts';
import { promptMaxCharacters, recipeRequestMaxCharacters } from '../../domain/limits.ts';
import type { KilnRequest } from '../../domain/recipes/recipe.ts';

/* What only Kiln knows of its pictures: the request in the names of its model's own fields, as JSON. */

const words = z.string().check(z.maxLength(2 * promptMaxCharacters));
const written = z.object({
  kiln: z.literal(1),
  type: z.enum(generatorTypes),
  model: z.string().check(z.maxLength(200)),
  prompt: words,
  negativePrompt: words,
  input: z.record(z.string(), z.unknown()),
});

/** Null for one that is longer than is good in a picture. */
export function writeRequest(request: KilnRequest): string | null {
  const text = JSON.stringify({ kiln: 1, ...request });
  return text.length <= recipeRequestMaxCharacters ? text : null;
}

/** Null for what is none. */
export function readRequest(text: string): KilnRequest | null {
  if (text.length > recipeRequestMaxCharacters) return null;
  try {
    const { kiln: _version, ...request } = written.parse(JSON.parse(text));
    return request;
  } catch {
    return null;
  }
}
