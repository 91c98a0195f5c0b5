import { makesSound, type GeneratorType } from './generator-types.ts';
import { languageOf } from './languages.ts';
import type { InputValues, ModelItem } from './model.ts';

/** What a work is marked with whose words were meant to be put into English and went as they were. */
export const notTranslated = 'not-translated';

/**
 * The fields of a request whose Chinese words a model would understand better in English: the prompt first, then what
 * to keep out. What is said or sung is meant in its own language.
 */
export function fieldsForEnglish(
  model: Pick<ModelItem, 'disable_translate' | 'filed_mappings'>,
  type: GeneratorType,
  input: InputValues,
): string[] {
  if (model.disable_translate || makesSound(type)) return [];
  const { prompt, negative_prompt: negative } = model.filed_mappings;
  return [prompt, negative].filter((field): field is string => {
    const words = field === null ? undefined : input[field];
    return typeof words === 'string' && languageOf(words, 'en') === 'cn';
  });
}
