import type { EngineModel } from '../engines/contract/engine.ts';

/** Models whose covers lie in public/covers, painted by scripts/paint-covers.mjs with those very models. */
export const coveredModels: ReadonlySet<string> = new Set([
  'kiln-painter',
  'kiln-upscale',
  'kiln-restore',
  'kiln-stylise',
  'kiln-condition',
  'kiln-colourise',
  'kiln-repaint',
  'kiln-replace',
  'kiln-outpaint',
  'kiln-product',
  'kiln-cutout',
  'kiln-inpainting',
  'kiln-erase',
  'kiln-same-style',
  'kiln-combine',
  'kiln-solid',
  'kiln-poster-lite',
  'kiln-poster-pro',
  'kiln-logo',
  'kiln-trace',
  'kiln-motion',
  'kiln-film',
  'kiln-music',
  'kiln-app-postcard',
  'kiln-app-seal',
  'kiln-app-old-photo',
  'kiln-app-sketch',
]);

/** The cover of a model of the workshop, where it has one. */
export function coverOf(model: string): Pick<EngineModel, 'cover' | 'show_cover'> {
  const hasCover = coveredModels.has(model);
  return { cover: hasCover ? `/covers/${model}.webp` : null, show_cover: hasCover };
}
