import type { InputValue, InputValues } from './model.ts';

/**
 * What counts of a list's entries: texts without the space around them, and no blank ones, which a row that was left
 * empty or a comma too many leaves. They are counted, and sent, so.
 */
export function givenEntries<Entry>(entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => (typeof entry === 'string' ? (entry.trim() as Entry & string) : entry))
    .filter((entry) => entry !== '');
}

/** An input whose lists have nothing but what counts of them. */
export function withGivenEntries(input: InputValues): InputValues {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      Array.isArray(value) ? (givenEntries<string | number>(value) as InputValue) : value,
    ]),
  );
}
