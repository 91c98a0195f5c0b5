import { cfgScaleRange, stepsRange, stepsRangeLarger, type NumberRange } from '../domain/limits.ts';
import type { ModelStyle } from '../domain/model.ts';
import { parameterDefaults, samplerNames } from '../domain/parameters.ts';
import { sizeOfArea } from '../domain/sizes.ts';
import { stepWeight } from '../domain/upfront.ts';
import type { Baseline, ModelReference, ModelRequirements } from './model-reference.ts';

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

/** Trained with the last layer left out, and their names do not tell. */
const skipsClip: ReadonlySet<string> = new Set([
  'Hassaku XL',
  'ICBINP XL',
  'Blank Canvas XL',
  'MHXL - Aventis Horizon',
  'Nova Anime XL',
  'HolyMix ILXL',
  '2DN',
  'ZavyChromaXL',
]);

/** What single models ask for, until the reference was read. */
const knownRequirements: Readonly<Record<string, ModelRequirements>> = {
  'DreamShaper XL': {
    steps: { min: 3, max: 6 },
    cfgScale: { exactly: 2 },
    samplers: ['k_dpmpp_sde'],
  },
  'Flux.1-Schnell fp8 (Compact)': {
    steps: { min: 3, max: 8 },
    cfgScale: { min: 1, max: 4 },
    clipSkip: 1,
    samplers: ['k_euler'],
  },
  'Stable Cascade 1.0': { steps: { min: 20, max: 30 } },
  Ultraspice: { cfgScale: { max: 2.5 } },
  'Pony Realism': {
    clipSkip: 2,
    samplers: ['k_heun', 'k_euler_a', 'k_dpmpp_2m', 'k_dpm_2', 'k_dpmpp_2s_a', 'k_dpmpp_sde'],
  },
  'noob_v_pencil XL': { clipSkip: 2, samplers: ['k_euler', 'k_euler_a'] },
};

function requirementsOf(name: string, reference: ModelReference): ModelRequirements {
  const told = Object.hasOwn(reference, name) ? reference[name] : undefined;
  if (told) return told.requirements;
  if (Object.hasOwn(knownRequirements, name)) return knownRequirements[name] ?? {};
  // The anime families of SDXL were trained so as well.
  const isAnime =
    familyOf(name, reference) === 'sdxl' && /pony|noob|illustriousxl|\bIL\b/i.test(name);
  return isAnime || skipsClip.has(name) ? { clipSkip: 2 } : {};
}

function familyOf(name: string, reference: ModelReference): Baseline {
  const told = Object.hasOwn(reference, name) ? reference[name] : undefined;
  return told?.baseline ?? baselineOf(name);
}

export interface ModelTraits extends Omit<BaselineTraits, 'steps'> {
  baseline: Baseline;
  inpainting: boolean;
  /** As the reference says; null where it says nothing. */
  style: ModelStyle | null;
  steps: NumberRange & {
    default: number;
    /** How far they go with larger parameters. */
    larger: number;
  };
  cfgRange: { min: number; max: number };
  /** Those that it takes. */
  samplers: readonly string[];
  sampler: string;
  clipSkip: number;
  /** Steps that nobody has to pay for in advance, counted as of a plain sampler. */
  freeSteps: number;
  /** It asks for something that its family does not: its requests suit no other model. */
  isParticular: boolean;
}

/** Without kudos the Horde takes no more from anybody. */
const freeStepsMax = 40;

/** The usual sampler where it is taken, else one that is not counted double. */
function samplerOf(samplers: readonly string[]): string {
  const usual = parameterDefaults.sampler_name;
  if (samplers.includes(usual)) return usual;
  return samplers.find((name) => stepWeight(name) === 1) ?? samplers[0] ?? usual;
}

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(max, Math.max(min, value));

/**
 * What a model of the Horde is like. Its defaults are such that nobody has to pay for them in advance.
 * @param reference what the Horde's model reference says; what it does not name goes by its name
 */
export function traitsOf(name: string, reference: ModelReference = {}): ModelTraits {
  const baseline = familyOf(name, reference);
  const family = traits[baseline];
  const wants = requirementsOf(name, reference);
  const offered = wants.samplers?.filter((one) => samplerNames.some((known) => known === one));
  const samplers = offered && offered.length > 0 ? offered : samplerNames;
  const sampler = samplerOf(samplers);
  const steps = {
    min: wants.steps?.min ?? stepsRange.min,
    max: wants.steps?.max ?? family.steps.max,
    larger: wants.steps?.max ?? stepsRangeLarger.max,
    step: stepsRange.step,
  };
  const freeSteps = Math.min(freeStepsMax, wants.steps?.max ?? freeStepsMax);
  const free = {
    min: steps.min,
    max: Math.floor(freeSteps / stepWeight(sampler)),
  };
  const { exactly, min: leastCfg, max: mostCfg } = wants.cfgScale ?? {};
  const cfgRange = {
    min: leastCfg ?? cfgScaleRange.min,
    max: mostCfg ?? cfgScaleRange.max,
  };
  return {
    ...family,
    baseline,
    inpainting: reference[name]?.inpainting ?? /inpainting/i.test(name),
    style: reference[name]?.style ?? null,
    steps: {
      ...steps,
      default: Math.max(steps.min, within(family.steps.default, free)),
    },
    cfgScale: exactly ?? within(family.cfgScale, cfgRange),
    cfgRange,
    samplers,
    sampler,
    clipSkip: wants.clipSkip ?? 1,
    freeSteps,
    isParticular: Object.keys(wants).length > 0,
  };
}

/** A picture's sides, in pixels. */
const hordeSide: NumberRange = { min: 64, max: 2048, step: 64 };

/** However busy the Horde is, a picture of this side is nobody's to pay for in advance. */
const alwaysFreeSide = 576;

/**
 * The size at which a model redraws a picture of this shape: near the area it was trained on, in multiples
 * of 64, and never above what has to be paid for in advance.
 */
export function sizeFor(
  shape: { width: number; height: number },
  model: Pick<ModelTraits, 'nativeSide'>,
): { width: number; height: number } {
  const most = Math.max(model.nativeSide, alwaysFreeSide) ** 2;
  return sizeOfArea(shape, model.nativeSide ** 2, hordeSide, most);
}
