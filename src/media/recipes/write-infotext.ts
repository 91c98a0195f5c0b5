import type { NamedLora } from '../../domain/loras.ts';
import type { Recipe } from '../../domain/recipes/recipe.ts';

/** A value in which the line's own signs occur stands in quotes, as A1111 has it. */
const quoted = (value: string): string => (/[,:\n"]/.test(value) ? JSON.stringify(value) : value);

/** A name with signs of the mark itself would be read as something else. */
const loraMark = ({ name, strength, textStrength }: NamedLora): string =>
  /[<>:]/.test(name)
    ? ''
    : `<lora:${[name, strength ?? 1, ...(textStrength === null ? [] : [textStrength])].join(':')}>`;

/** The text that A1111 writes beneath a picture; `readInfotext` reads it. */
export function writeInfotext(recipe: Recipe): string {
  const { width, height, model, sampler, schedule } = recipe;
  const settings: readonly (readonly [name: string, value: string | number | null])[] = [
    ['Steps', recipe.steps],
    ['Sampler', sampler === null ? null : quoted(sampler)],
    ['Schedule type', schedule === null ? null : quoted(schedule)],
    ['CFG scale', recipe.guidance],
    ['Seed', recipe.seed],
    ['Size', width === null || height === null ? null : `${width}x${height}`],
    ['Model', model === null ? null : quoted(model)],
    ['Denoising strength', recipe.denoisingStrength],
    ['Clip skip', recipe.clipSkip],
    ['Version', 'Kiln'],
  ];
  const line = settings.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return [
    [recipe.prompt, ...recipe.loras.map(loraMark)].filter((part) => part !== '').join(', '),
    recipe.negativePrompt === '' ? '' : `Negative prompt: ${recipe.negativePrompt}`,
    line.join(', '),
  ]
    .filter((part) => part !== '')
    .join('\n');
}
