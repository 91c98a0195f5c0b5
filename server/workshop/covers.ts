import type { EngineModel } from '../engines/contract/engine.ts';

/**
 * Models whose covers lie in public/covers, painted by scripts/paint-covers.mjs with those very models, each with the
 * number of pictures in public/showcases that scripts/paint-showcases.mjs made with it. Of sounds there is the cover
 * only: one wave looks like another.
 */
const pictured: ReadonlyMap<string, number> = new Map([
  ['kiln-painter', 4],
  ['kiln-upscale', 2],
  ['kiln-restore', 2],
  ['kiln-stylise', 4],
  ['kiln-condition', 3],
  ['kiln-colourise', 3],
  ['kiln-repaint', 3],
  ['kiln-replace', 3],
  ['kiln-outpaint', 2],
  ['kiln-product', 3],
  ['kiln-cutout', 2],
  ['kiln-inpainting', 1],
  ['kiln-erase', 2],
  ['kiln-same-style', 3],
  ['kiln-combine', 3],
  ['kiln-scribble', 3],
  ['kiln-solid', 3],
  ['kiln-train', 2],
  ['kiln-poster-lite', 2],
  ['kiln-poster-pro', 3],
  ['kiln-logo', 3],
  ['kiln-trace', 2],
  ['kiln-motion', 2],
  ['kiln-film', 2],
  ['kiln-music', 0],
  ['kiln-voice', 0],
  ['kiln-soundtrack', 0],
  ['kiln-app-postcard', 2],
  ['kiln-app-seal', 2],
  ['kiln-app-old-photo', 2],
  ['kiln-app-sketch', 2],
]);

/** What shows a model of the workshop: its cover and the pictures it made, where it has some. */
export function picturesOf(model: string): Pick<EngineModel, 'cover' | 'show_cover' | 'showcases'> {
  const count = pictured.get(model);
  const hasCover = count !== undefined;
  return {
    cover: hasCover ? `/covers/${model}.webp` : null,
    show_cover: hasCover,
    showcases: Array.from({ length: count ?? 0 }, (_, at) => `/showcases/${model}-${at + 1}.webp`),
  };
}
