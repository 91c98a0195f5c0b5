import { isGeneratorType, type GeneratorType } from '../../src/domain/generator-types.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import type { LocalizedText } from '../../src/domain/languages.ts';
import { importSettingsMax, promptMaxCharacters } from '../../src/domain/limits.ts';
import type { InputValue, InputValues } from '../../src/domain/model.ts';
import type { Recipe } from '../../src/domain/recipes/recipe.ts';
import type { Seen } from './judge.ts';
import type { SourceEntry } from './source-entry.ts';

/** How a work was made, as its archive or the file itself tells. Whatever nobody tells is left out. */
export interface Described {
  id?: WorkId;
  jobType?: GeneratorType;
  model?: string;
  modelLabel?: LocalizedText | null;
  prompt?: string;
  negativePrompt?: string;
  parameters?: InputValues;
  seed?: string;
  createdAtMs?: number;
  starred?: 0 | 1;
  /** 1 to 5; 0 is not rated. */
  rating?: number;
  censored?: boolean;
  warnings?: string[];
  /** What its bytes have to be; of an archive that says so. */
  sha256?: string;
  /** Of a picture whose bytes have that hash, where it was opened before. */
  seen?: Seen | null;
  /** Files that it was made from, in their order; null where they are not in the archive. */
  sources?: { field: string; entry: SourceEntry | null }[];
  /** For what has no size that can be read from its bytes. */
  width?: number;
  height?: number;
}

const textMaxCharacters = 4 * promptMaxCharacters;
const nameMaxCharacters = 200;
const valueMaxCharacters = 10_000;
const listMaxEntries = 100;

/** A text of a stranger; what is longer than any prompt is cut. */
export const textOf = (value: unknown, most: number = textMaxCharacters): string =>
  typeof value === 'string' ? value.slice(0, most) : '';

export const nameOf = (value: unknown): string => textOf(value, nameMaxCharacters).trim();

/** Some programs write it as a number, some as text. */
export const seedOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : nameOf(value);

function valueOf(value: unknown): InputValue | undefined {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'string') return textOf(value, valueMaxCharacters);
  if (!Array.isArray(value)) return undefined;
  const list = value.slice(0, listMaxEntries) as unknown[];
  if (list.every((entry) => typeof entry === 'string'))
    return list.map((entry) => textOf(entry, valueMaxCharacters));
  return list.every((entry) => typeof entry === 'number' && Number.isFinite(entry))
    ? (list as number[])
    : undefined;
}

/** Settings of a stranger: those that can be a form's values, under names that any object may have. */
export function settingsOf(read: Readonly<Record<string, unknown>>): InputValues {
  const settings: InputValues = {};
  for (const [name, given] of Object.entries(read).slice(0, importSettingsMax)) {
    const value = valueOf(given);
    if (value === undefined || name.length > nameMaxCharacters || name in Object.prototype)
      continue;
    settings[name] = value;
  }
  return settings;
}

/** The Horde's own way to write both: what is not wanted stands behind three hashes. */
export function splitPrompt(text: string): { prompt: string; negativePrompt: string } {
  const at = text.indexOf('###');
  if (at < 0) return { prompt: text.trim(), negativePrompt: '' };
  return { prompt: text.slice(0, at).trim(), negativePrompt: text.slice(at + 3).trim() };
}

/** What a file's own settings tell, in the names that forms have. */
export function describedByRecipe(recipe: Recipe): Described {
  const { request, loras } = recipe;
  const said = {
    steps: recipe.steps,
    cfg_scale: recipe.guidance,
    sampler_name: recipe.sampler,
    schedule: recipe.schedule,
    denoising_strength: recipe.denoisingStrength,
    clip_skip: recipe.clipSkip,
  };
  const known = Object.entries(said).filter(([, value]) => value !== null);
  const named = loras.map(({ name, strength, textStrength }) =>
    [name, strength, textStrength].filter((part) => part !== null).join(':'),
  );
  const asked = request ? settingsOf(request.input) : {};
  const model = request?.model ?? recipe.model ?? '';
  const label = nameOf(recipe.model ?? '');
  return {
    ...(request && isGeneratorType(request.type) && { jobType: request.type }),
    model: nameOf(model),
    modelLabel: label === '' ? null : { cn: label, en: label },
    prompt: textOf(recipe.prompt),
    negativePrompt: textOf(recipe.negativePrompt),
    parameters: {
      ...settingsOf(Object.fromEntries(known)),
      ...(named.length > 0 && { loras: named }),
      ...asked,
    },
    seed: nameOf(recipe.seed),
  };
}
