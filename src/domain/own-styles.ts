import type { InputValues } from './model.ts';

/** A way of asking that a person keeps: words around a prompt, words to keep out, and settings if wanted. */
export interface OwnStyle {
  id: string;
  name: string;
  /** `{prompt}` is where the words of the form go; without it they go first. */
  prompt: string;
  /** Goes behind what the form keeps out; `{prompt}` is where that goes. */
  negativePrompt: string;
  /** Settings that it puts into a form, by the names of fields; what a model has no field for is passed over. */
  parameters?: InputValues;
}

/** Where the words of a form go in a template. */
export const promptPlace = '{prompt}';

/** Where a draft says which of a person's styles it has; no field of any schema is called that. */
export const ownStyleKey = '@style';

/** With what the ids of styles begin that others have published. */
export const publishedPrefix = 'horde:';

/** Settings that belong to a way of asking, and not to one picture. */
export const styleParameters: readonly string[] = [
  'sampler_name',
  'steps',
  'cfg_scale',
  'width',
  'height',
  'dimensions',
  'denoising_strength',
  'karras',
  'hires_fix',
  'clip_skip',
  'tiling',
  'loras',
];

/** Of what a form holds, what a style may keep; null where there is nothing of the kind. */
export function parametersForStyle(values: InputValues): InputValues | null {
  const kept = Object.entries(values).filter(
    ([name, value]) =>
      styleParameters.includes(name) &&
      value !== null &&
      value !== '' &&
      !(Array.isArray(value) && value.length === 0),
  );
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

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
