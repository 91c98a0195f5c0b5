import * as z from 'zod/mini';
import { inputPathMaxCharacters } from '../../domain/limits.ts';

/** What a model may be given for one of its fields. */
export const inputValue = z.union([
  z.string().check(z.maxLength(100_000)),
  z.number(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(100)),
  z.array(z.number()).check(z.maxLength(1_000)),
  z.null(),
]);

/** Where a value stands in a model's input: names, with points between. */
export const inputPath = z.string().check(z.maxLength(inputPathMaxCharacters));
export const inputValues = z.record(inputPath, inputValue);
