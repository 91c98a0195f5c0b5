import type { GeneratorType } from '../generator-types.ts';
import { recipeLorasMax } from '../limits.ts';
import { readLora } from '../loras.ts';
import type { InputValue, InputValues } from '../model.ts';
import { type SettingName } from '../settings.ts';
import { valueOfSetting } from '../settings-of-forms.ts';
import { emptyRecipe, type Recipe } from './recipe.ts';
import { samplerOfA1111 } from './sampler-labels.ts';

/** A finished work, as far as a picture tells of it. */
interface Made {
  prompt: string;
  negativePrompt: string;
  seed: string;
  width: number;
  height: number;
  /** What the engine really used. */
  parameters: InputValues;
  sources: readonly { field: string }[];
}

interface Asked {
  type: GeneratorType;
  model: string;
  input: InputValues;
}

/** Addresses of files, here and elsewhere, and files that are written out. */
const fileAddress = /^(?:https?:|data:|blob:|\/(?:files|api)\/)/i;

/** Whether a setting says where a file lies. */
export const isFile = (value: InputValue): boolean =>
  Array.isArray(value)
    ? value.some((entry) => typeof entry === 'string' && fileAddress.test(entry))
    : typeof value === 'string' && fileAddress.test(value);

/**
 * How a work was made, for the file that leaves. Its source pictures are the person's own: neither they nor where they
 * lie goes along.
 * @param asked what it was asked for
 * @param names what others call its model, and which fields of the model carry the words
 */
export function recipeOfWork(
  made: Made,
  asked: Asked,
  names: { model: string; prompt: string; negativePrompt: string },
): Recipe {
  const used = { ...asked.input, ...made.parameters };
  const number = (setting: SettingName) => {
    const value = valueOfSetting(used, setting);
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  };
  const text = (setting: SettingName) => {
    const value = valueOfSetting(used, setting);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const words = (name: string, otherwise: string) => {
    const value = asked.input[name];
    return typeof value === 'string' ? value : otherwise;
  };
  const { loras } = used;
  const sampler = text('sampler');
  const karras = valueOfSetting(used, 'karras');
  // A1111's words for a schedule that is one, and for one that is none.
  const named = typeof karras === 'boolean' ? (karras ? 'Karras' : 'Uniform') : null;
  const elsewhere = new Set([
    names.prompt,
    names.negativePrompt,
    'seed',
    ...made.sources.map(({ field }) => field),
  ]);
  const input = Object.entries(asked.input).filter(
    ([name, value]) => !elsewhere.has(name) && value !== null && !isFile(value),
  );
  const hasSize = made.width > 0 && made.height > 0;
  return {
    ...emptyRecipe('kiln'),
    prompt: made.prompt,
    negativePrompt: made.negativePrompt,
    seed: made.seed || null,
    width: hasSize ? made.width : null,
    height: hasSize ? made.height : null,
    steps: number('steps'),
    guidance: number('guidance'),
    sampler: sampler === null ? null : samplerOfA1111(sampler),
    schedule: text('schedule') ?? (sampler === null ? null : named),
    denoisingStrength: number('denoising'),
    clipSkip: number('clipSkip'),
    model: names.model,
    loras: Array.isArray(loras)
      ? loras.slice(0, recipeLorasMax).map((entry) => readLora(String(entry)))
      : [],
    request: {
      type: asked.type,
      model: asked.model,
      prompt: words(names.prompt, made.prompt),
      negativePrompt: words(names.negativePrompt, made.negativePrompt),
      input: Object.fromEntries(input),
    },
  };
}
