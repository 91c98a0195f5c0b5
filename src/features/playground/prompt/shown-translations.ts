import type { InputValues, ListedModel } from '../../../domain/model.ts';

/** English that a person was shown for their words, while the page lives: what was shown is what is sent. */
const shown = new Map<string, string>();
const shownMax = 20;

/** Keeps how a helper put words into English. */
export function noteTranslation(words: string, english: string): void {
  if (shown.size >= shownMax) shown.clear();
  shown.set(words.trim(), english);
}

/** The English that was shown for the prompt of a request, where the model gets its words in English. */
export function shownTranslation(
  { place, disable_translate: isAtHome, filed_mappings: { prompt } }: ListedModel,
  input: InputValues,
): string | undefined {
  if (isAtHome || place === 'horde' || prompt === null) return undefined;
  return shown.get(String(input[prompt] ?? ''));
}
