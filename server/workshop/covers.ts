import type { EngineModel } from '../engines/contract/engine.ts';

/**
 * Models whose covers lie in public/covers, painted by scripts/paint-covers.mjs with those very models, each with the
 * number of pictures in public/showcases that scripts/paint-showcases.mjs made with it.
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

/** The same for what is heard, by scripts/play-showcases.mjs. */
const played: ReadonlyMap<string, readonly [count: number, ending: string]> = new Map([
  ['kiln-music', [3, 'mp3']],
  ['kiln-voice', [3, 'mp3']],
  ['kiln-soundtrack', [1, 'webm']],
]);

/** What shows a model of the workshop: its cover and what it made, where there is some. */
export function picturesOf(model: string): Pick<EngineModel, 'cover' | 'show_cover' | 'showcases'> {
  const count = pictured.get(model);
  const hasCover = count !== undefined;
  const [most, ending] = played.get(model) ?? [count ?? 0, 'webp'];
  return {
    cover: hasCover ? `/covers/${model}.webp` : null,
    show_cover: hasCover,
    showcases: Array.from({ length: most }, (_, at) => `/showcases/${model}-${at + 1}.${ending}`),
  };
}
