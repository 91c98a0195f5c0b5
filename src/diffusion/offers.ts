import type { GeneratorType } from '../domain/generator-types.ts';
import type { LocalizedText } from '../domain/languages.ts';
import type { DiffusionMode, DiffusionRun } from './run.ts';

/** Of what a model is given: beyond this, minutes become an hour. */
export const sourceMaxPixels = 2 * 1024 * 1024;

export const diffusionModes = {
  'text-to-image': { type: 'Text2Img', ending: '', cn: '文生图', en: 'Text to image' },
  'image-to-image': { type: 'Img2Img', ending: '-image', cn: '图生图', en: 'Image to image' },
  inpainting: { type: 'Inpainting', ending: '-inpaint', cn: '局部重绘', en: 'Inpainting' },
} as const satisfies Record<DiffusionMode, { type: GeneratorType; ending: string } & LocalizedText>;

/** Models that a run is offered as, one for each tool that it serves. @param model id of the first of them */
export function diffusionOffers(
  model: string,
  { parts }: DiffusionRun,
): { model: string; mode: DiffusionMode }[] {
  const known = Object.entries(diffusionModes) as [
    DiffusionMode,
    (typeof diffusionModes)[DiffusionMode],
  ][];
  return known
    .filter(([mode]) => mode === 'text-to-image' || parts.encoder !== null)
    .map(([mode, { ending }]) => ({ model: `${model}${ending}`, mode }));
}
