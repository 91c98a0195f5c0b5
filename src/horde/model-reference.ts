import type { ModelStyle } from '../domain/model.ts';

/** The families of models that the Horde tells apart; they decide what a request may contain. */
export type Baseline = 'sd1' | 'sd2' | 'sdxl' | 'cascade' | 'flux' | 'qwen' | 'z-image';

/** What a model wants of a request; what differs becomes a mark on every picture, too many steps cost kudos. */
export interface ModelRequirements {
  steps?: { min?: number; max?: number };
  cfgScale?: { exactly?: number; min?: number; max?: number };
  clipSkip?: number;
  samplers?: string[];
}

/** One model of the Horde's model reference, as far as it matters to a request. */
export interface ReferenceModel {
  /** Null: a family that is not known here. */
  baseline: Baseline | null;
  inpainting: boolean;
  /** Absent where the reference names none of ours, and in what an earlier build has kept. */
  style?: ModelStyle;
  requirements: ModelRequirements;
}

/** By the Horde's own names. */
export type ModelReference = Readonly<Record<string, ReferenceModel>>;

/** The reference of the public Horde, which reads it from there itself. */
export const modelReferenceUrl =
  'https://raw.githubusercontent.com/Haidra-Org/AI-Horde-image-model-reference/main/stable_diffusion.json';

const publicHorde = 'https://aihorde.net/api';

/** Where the models of a Horde are described; null for another than the public one, whose models nobody knows. */
export function referenceOf(hordeUrl: string): string | null {
  return hordeUrl === publicHorde ? modelReferenceUrl : null;
}
