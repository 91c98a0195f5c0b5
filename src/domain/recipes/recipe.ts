import type { GeneratorType } from '../generator-types.ts';
import type { NamedLora } from '../loras.ts';

/** Programs whose pictures carry their settings in a form that is read here. */
export const recipePrograms = ['kiln', 'a1111', 'civitai', 'comfyui'] as const;
export type RecipeProgram = (typeof recipePrograms)[number];

/** What a picture of Kiln was asked for, in the names of its model's own fields. It never names a file. */
export interface KilnRequest {
  type: GeneratorType;
  model: string;
  /** As they were written, which need not be the words that the model was given. */
  prompt: string;
  negativePrompt: string;
  /** Without words and seed. From a file it may hold anything: `sharedSettings` takes what can be a value. */
  input: Readonly<Record<string, unknown>>;
}

/** How a picture was made, as the program that made it wrote it into the file. Null: it does not say. */
export interface Recipe {
  program: RecipeProgram;
  prompt: string;
  negativePrompt: string;
  /** As written; other programs have seeds that are longer than ours. */
  seed: string | null;
  width: number | null;
  height: number | null;
  steps: number | null;
  guidance: number | null;
  /** In that program's words; `samplerOf` has ours. */
  sampler: string | null;
  schedule: string | null;
  denoisingStrength: number | null;
  clipSkip: number | null;
  model: string | null;
  loras: NamedLora[];
  /** Only a picture of Kiln has it. */
  request?: KilnRequest;
}

/** A recipe that says nothing yet. */
export function emptyRecipe(program: RecipeProgram): Recipe {
  return {
    program,
    prompt: '',
    negativePrompt: '',
    seed: null,
    width: null,
    height: null,
    steps: null,
    guidance: null,
    sampler: null,
    schedule: null,
    denoisingStrength: null,
    clipSkip: null,
    model: null,
    loras: [],
  };
}

/** Whether it says anything that a form could take over. */
export function isTelling(recipe: Recipe): boolean {
  const { program: _program, loras, ...said } = recipe;
  return loras.length > 0 || Object.values(said).some((value) => value !== null && value !== '');
}

/** `<lora:name:0.8>`, as A1111 and its relatives write a LoRA among the words; the second number is for the text. */
const loraMark = /<lora:([^<>:]{1,200})(?::(-?\d+(?:\.\d+)?))?(?::(-?\d+(?:\.\d+)?))?>/gi;

/** A prompt without the LoRAs that stand in it, and these. */
export function withoutLoraMarks(prompt: string): { prompt: string; loras: NamedLora[] } {
  const loras: NamedLora[] = [];
  const rest = prompt.replaceAll(
    loraMark,
    (_mark, name: string, strength: string | undefined, textStrength: string | undefined) => {
      loras.push({
        name: name.trim(),
        strength: strength === undefined ? null : Number(strength),
        textStrength: textStrength === undefined ? null : Number(textStrength),
      });
      return '';
    },
  );
  if (loras.length === 0) return { prompt, loras };
  // A mark is mostly a part of its own between commas, which would be left beside each other.
  const lines = rest.split('\n').map((line) => {
    const parts = line.split(',').map((part) => part.trim());
    const isLast = parts.at(-1) === '' && line.trimEnd().endsWith(',');
    return `${parts.filter((part) => part !== '').join(', ')}${isLast ? ',' : ''}`;
  });
  return { prompt: lines.join('\n').trim().replace(/,$/, ''), loras };
}

/** What two spellings of a model's or a LoRA's name are compared by: without folder, ending, signs and case. */
export function nameKey(name: string): string {
  const file = name.split(/[\\/]/).at(-1) ?? '';
  return file
    .replace(/\.(safetensors|ckpt|pt|pth|bin|gguf)$/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

interface Named {
  model: string;
  name: string;
  label_cn: string;
  label_en: string;
}

/** The listed model that another program's name stands for; null where none is called that. */
export function modelNamed<Model extends Named>(
  models: readonly Model[],
  name: string,
): Model | null {
  const wanted = nameKey(name);
  if (wanted === '') return null;
  return (
    models.find(({ model, name: own, label_cn, label_en }) =>
      [model, own, label_cn, label_en].some((candidate) => nameKey(candidate) === wanted),
    ) ?? null
  );
}
