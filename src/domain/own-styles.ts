import type { InputValue, InputValues, SchemaProperty } from './model.ts';
import { type SettingName } from './settings.ts';
import { fieldOfSetting, ownValue, settingOf, valueOfSetting } from './settings-of-forms.ts';

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

/** With what the ids of styles begin that others have published. */
export const publishedPrefix = 'horde:';

/** Settings that belong to a way of asking, and not to one picture, whatever an engine calls them. */
const styleSettings: readonly SettingName[] = [
  'sampler',
  'schedule',
  'steps',
  'guidance',
  'denoising',
  'karras',
  'hiResFix',
  'clipSkip',
];

/** The same, where all engines agree on the name. */
const styleParameters: readonly string[] = ['width', 'height', 'dimensions', 'tiling', 'loras'];

interface Field {
  name: string;
  property: SchemaProperty;
}

/** Of what a form holds, what a style may keep; null where there is nothing of the kind. */
export function parametersForStyle(
  fields: readonly Field[],
  values: InputValues,
): InputValues | null {
  const kept = fields.flatMap(({ name, property }): [string, InputValue][] => {
    const setting = settingOf(name, property);
    const isKept = setting ? styleSettings.includes(setting) : styleParameters.includes(name);
    const value = values[name];
    const isFilled =
      value !== undefined &&
      value !== null &&
      value !== '' &&
      !(Array.isArray(value) && value.length === 0);
    return isKept && isFilled ? [[name, value]] : [];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/**
 * What a style's settings are in a form, by the form's own fields and in its own words, though the style may have
 * been kept of another engine's.
 */
export function parametersInForm<OwnField extends Field>(
  fields: readonly OwnField[],
  parameters: InputValues,
): { field: OwnField; value: InputValue }[] {
  return fields.flatMap((field) => {
    const { name, property } = field;
    const setting = settingOf(name, property);
    if (property['x-readOnly']) return [];
    if (!setting) {
      const value = styleParameters.includes(name) ? parameters[name] : undefined;
      return value === undefined ? [] : [{ field, value }];
    }
    if (!styleSettings.includes(setting) || fieldOfSetting(fields, setting) !== field) return [];
    const value = valueOfSetting(parameters, setting);
    return value === undefined ? [] : [{ field, value: ownValue(setting, property, value) }];
  });
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
