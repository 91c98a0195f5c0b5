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
 * Takes out the checkpoints whose names don't suit a tool. Only an extension of the canvas, which the specification's
 * rule does not name, is painted by the very checkpoints that it leaves out: where they are all that an engine offers
 * for it, the rule would take the tool itself away, and they stay.
 */
export function suitedByName<Model extends Named>(
  models: readonly Model[],
  type: GeneratorType,
): Model[] {
  const isSuited = ({ mtype, name }: Named) => mtype !== 'ckpt' || nameSuits(name, type);
  const suited = models.filter(isSuited);
  if (type !== 'Outpainting') return suited;
  const left = new Set(suited.map(({ engine }) => engine));
  return models.filter((model) => isSuited(model) || !left.has(model.engine));
}
