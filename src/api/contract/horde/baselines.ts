import type { NumberRange } from '../../../domain/limits.ts';

/** The families of models that the Horde tells apart; they decide what a request may contain. */
export type Baseline = 'sd1' | 'sd2' | 'sdxl' | 'cascade' | 'flux' | 'qwen' | 'z-image';

export interface BaselineTraits {
  /** Side of the square it was trained on, in pixels. */
  nativeSide: number;
  steps: { default: number; max: number };
  cfgScale: number;
  /** ControlNet, section 3.3 of the Horde's contract. */
  control: boolean;
  hiresFix: boolean;
  /** LoRAs and textual inversions exist for it. */
  additions: boolean;
  transparent: boolean;
}

const traits: Readonly<Record<Baseline, BaselineTraits>> = {
  sd1: {
    nativeSide: 512,
    steps: { default: 30, max: 50 },
    cfgScale: 7,
    control: true,
    hiresFix: true,
    additions: true,
    transparent: true,
  },
  sd2: {
    nativeSide: 768,
    steps: { default: 30, max: 50 },
    cfgScale: 7,
    control: true,
    hiresFix: true,
    additions: false,
    transparent: false,
  },
  sdxl: {
    nativeSide: 1024,
    steps: { default: 30, max: 50 },
    cfgScale: 6,
    control: false,
    hiresFix: true,
    additions: true,
    transparent: true,
  },
  cascade: {
    nativeSide: 1024,
    steps: { default: 20, max: 30 },
    cfgScale: 4,
    control: false,
    hiresFix: true,
    additions: false,
    transparent: false,
  },
  flux: {
    nativeSide: 1024,
    steps: { default: 4, max: 20 },
    cfgScale: 1,
    control: false,
    hiresFix: false,
    additions: true,
    transparent: false,
  },
  qwen: {
    nativeSide: 1024,
    steps: { default: 20, max: 50 },
    cfgScale: 4,
    control: false,
    hiresFix: false,
    additions: false,
    transparent: false,
  },
  'z-image': {
    nativeSide: 1024,
    steps: { default: 8, max: 20 },
    cfgScale: 1,
    control: false,
    hiresFix: false,
    additions: false,
    transparent: false,
  },
};

/** Their names do not tell; the Horde's model reference does. */
const named: Readonly<Record<string, Baseline>> = {
  ...Object.fromEntries(
    ['stable_diffusion_2.1', 'Vector Art', 'Illuminati Diffusion', 'Realism Engine'].map(
      (name) => [name, 'sd2'] as const,
    ),
  ),
  ...Object.fromEntries(
    [
      'Mistoon Anime',
      'Fustercluck',
      'Cheyenne',
      'Ultraspice',
      'noobEvo',
      'NatViS',
      '2DN',
      'BigASP',
      'NEW ERA',
      'Hidden Canvas',
      'PerfectDeliberate',
      'Ri-Mix',
    ].map((name) => [name, 'sdxl'] as const),
  ),
};

/**
 * The family of a model, by the reference and else by its name. Like the Horde, which takes an unknown name
 * for Stable Diffusion 1.
 */
export function baselineOf(name: string): Baseline {
  const known = named[name];
  if (known) return known;
  if (/flux/i.test(name)) return 'flux';
  if (/qwen/i.test(name)) return 'qwen';
  if (/z-?(image|model)/i.test(name)) return 'z-image';
  if (/cascade/i.test(name)) return 'cascade';
  if (/stable diffusion 2/i.test(name)) return 'sd2';
  return /XL|pony|illustrious|\bIL\b|noob/i.test(name) ? 'sdxl' : 'sd1';
}

/** What single models ask for, where it differs from their family. */
const wishes: Readonly<Record<string, { steps?: number; cfgScale?: number; sampler?: string }>> = {
  'DreamShaper XL': { steps: 6, cfgScale: 2, sampler: 'k_dpmpp_sde' },
  'Flux.1-Schnell fp8 (Compact)': { steps: 4, cfgScale: 1, sampler: 'k_euler' },
  Ultraspice: { cfgScale: 2.5 },
};

export interface ModelTraits extends BaselineTraits {
  baseline: Baseline;
  sampler: string | null;
  clipSkip: number;
}

export function traitsOf(name: string): ModelTraits {
  const baseline = baselineOf(name);
  const family = traits[baseline];
  const wish = wishes[name] ?? {};
  return {
    ...family,
    baseline,
    steps: { ...family.steps, default: wish.steps ?? family.steps.default },
    cfgScale: wish.cfgScale ?? family.cfgScale,
    sampler: wish.sampler ?? null,
    // The anime families of SDXL were trained with the last layer left out.
    clipSkip: baseline === 'sdxl' && /pony|illustrious|noob|\bIL\b/i.test(name) ? 2 : 1,
  };
}

/** A picture's sides, in pixels. */
const hordeSide: NumberRange = { min: 64, max: 2048, step: 64 };

/**
 * The size at which a model redraws a picture of this shape: near the area it was trained on, in multiples
 * of 64.
 */
export function sizeFor(
  shape: { width: number; height: number },
  model: Pick<ModelTraits, 'nativeSide'>,
): { width: number; height: number } {
  const scale = Math.sqrt(model.nativeSide ** 2 / Math.max(1, shape.width * shape.height));
  const snap = (side: number): number =>
    Math.min(
      hordeSide.max,
      Math.max(hordeSide.min, Math.round((side * scale) / hordeSide.step) * hordeSide.step),
    );
  return { width: snap(shape.width), height: snap(shape.height) };
}
