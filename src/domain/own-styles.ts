/** A way of asking that a person keeps: words around a prompt, and words to keep out. */
export interface OwnStyle {
  id: string;
  name: string;
  /** `{prompt}` is where the words of the form go; without it they go first. */
  prompt: string;
  /** Goes behind what the form keeps out; `{prompt}` is where that goes. */
  negativePrompt: string;
}

/** Where the words of a form go in a template. */
export const promptPlace = '{prompt}';

/** Where a draft says which of a person's styles it has; no field of any schema is called that. */
export const ownStyleKey = '@style';

function fill(template: string, words: string): string {
  const [given, own] = [template.trim(), words.trim()];
  if (given === '' || own === '') return given.replaceAll(promptPlace, own) || own;
  if (given.includes(promptPlace)) return given.replaceAll(promptPlace, own);
  return `${own}${/\p{Script=Han}/u.test(given) ? '，' : ', '}${given}`;
}

/** A prompt and its negative prompt as a style makes them. */
export function inOwnStyle(
  style: Pick<OwnStyle, 'prompt' | 'negativePrompt'>,
  prompt: string,
  negativePrompt: string,
): { prompt: string; negativePrompt: string } {
  return {
    prompt: fill(style.prompt, prompt),
    negativePrompt: fill(style.negativePrompt, negativePrompt),
  };
}
