import type { GeneratorType } from './generator-types.ts';

/** Names are the AI Horde's, which writes them with spaces or underscores. */
const plain = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

/**
 * Whether a checkpoint of this name belongs in a tool's list (spec 1, section 4, "Model list filtering per tool").
 * The specification names neither of the two single models; they are those of Stable Diffusion 2 in the AI Horde's
 * list.
 */
export function nameSuits(name: string, type: GeneratorType): boolean {
  const called = plain(name);
  const isInpainting = called.includes('inpainting');
  const isDepth = called.includes('stable diffusion 2 depth');
  if (type === 'Inpainting') return isInpainting && !isDepth;
  if (type === 'Img2Img') return !isInpainting && called !== 'stable diffusion 2.0';
  return !isInpainting && !isDepth && !called.includes('pix2pix');
}

interface Named {
  name: string;
  /** Only of checkpoints does the name say what they are for. */
  mtype: string;
  engine: string;
}

/**
 * Takes out the checkpoints whose names don't suit a tool. Where that would be all that an engine offers for it, the
 * engine knows better, and the specification's rule, made for one long list, would take the tool itself away: an
 * extension of the canvas is painted by checkpoints for inpainting, a server of one's own has one file for all its tools,
 * and volunteers who run none for inpainting repaint with any other.
 */
export function suitedByName<Model extends Named>(
  models: readonly Model[],
  type: GeneratorType,
): Model[] {
  const isSuited = ({ mtype, name }: Named) => mtype !== 'ckpt' || nameSuits(name, type);
  const left = new Set(models.filter(isSuited).map(({ engine }) => engine));
  return models.filter((model) => isSuited(model) || !left.has(model.engine));
}
