import {
  cfgScaleRange,
  clipSkipRange,
  denoisingStrengthRange,
  dimensionRange,
  dimensionRangeLarger,
  imageCountRange,
  seedMax,
  stepsRange,
  stepsRangeLarger,
  type NumberRange,
} from './limits.ts';

/** Sampler names of the AI Horde contract (3.2); `plms` is gone. */
export const samplerNames = [
  'k_euler',
  'k_euler_a',
  'k_lms',
  'k_heun',
  'k_dpm_2',
  'k_dpm_2_a',
  'k_dpm_fast',
  'k_dpm_adaptive',
  'k_dpmpp_2s_a',
  'k_dpmpp_2m',
  'dpmsolver',
  'k_dpmpp_sde',
  'DDIM',
  'lcm',
] as const;
export type SamplerName = (typeof samplerNames)[number];

export const postProcessors = [
  'GFPGAN',
  'CodeFormers',
  'RealESRGAN_x4plus',
  'NMKD_Siax',
  '4x_AnimeSharp',
  'strip_background',
] as const;

export const controlTypes = [
  'none',
  'canny',
  'hed',
  'depth',
  'normal',
  'openpose',
  'seg',
  'scribble',
  'fakescribbles',
  'hough',
] as const;

export type ControlType = (typeof controlTypes)[number];

/** Spec 1, section 9: what a picture may say to a T2I adapter. */
export const adapterTypes = ['sketch', 'seg', 'keypose', 'depth'] as const;
export type AdapterType = (typeof adapterTypes)[number];

/** Spec 1, section 3: defaults of the generation parameters. */
export const parameterDefaults = {
  steps: 30,
  n: 1,
  sampler_name: 'k_euler' as SamplerName,
  width: 512,
  height: 512,
  cfg_scale: 7,
  seed_variation: 1000,
  seed: '',
  karras: true,
  denoising_strength: 0.75,
  tiling: false,
  hires_fix: false,
  clip_skip: 1,
} as const;

/** Spec 1, section 3: a list of low-quality terms. */
export const defaultNegativePrompt =
  'worst quality, low quality, bad anatomy, watermark, text, signature, blur, messy, plain background, sketch, naked';

/** Spec 1, section 3: in stored prompts the part after this mark is the negative prompt. */
export const negativePromptSeparator = ' ### ';

/** Joins prompt and negative prompt into the form that works and engines carry. */
export function joinPrompt(prompt: string, negativePrompt: string): string {
  return negativePrompt.trim() ? `${prompt}${negativePromptSeparator}${negativePrompt}` : prompt;
}

/** Splits a stored prompt at its first separator. */
export function splitPrompt(stored: string): { prompt: string; negativePrompt: string } {
  const at = stored.indexOf(negativePromptSeparator);
  if (at < 0) return { prompt: stored, negativePrompt: '' };
  return {
    prompt: stored.slice(0, at),
    negativePrompt: stored.slice(at + negativePromptSeparator.length),
  };
}

/** The range a numeric parameter is held to; null when the parameter has none. */
export function parameterRange(name: string, largerParameters = false): NumberRange | null {
  switch (name) {
    case 'width':
    case 'height':
      return largerParameters ? dimensionRangeLarger : dimensionRange;
    case 'n':
    case 'num_outputs':
      return imageCountRange;
    case 'steps':
      return largerParameters ? stepsRangeLarger : stepsRange;
    case 'cfg_scale':
      return cfgScaleRange;
    case 'denoising_strength':
      return denoisingStrengthRange;
    case 'clip_skip':
      return clipSkipRange;
    default:
      return null;
  }
}

/** Nearest allowed value of a range: bounded, on a step, without float dust. */
export function clampToRange(value: number, range: NumberRange): number {
  if (!Number.isFinite(value)) return range.min;
  const stepped = range.min + Math.round((value - range.min) / range.step) * range.step;
  const bounded = Math.min(range.max, Math.max(range.min, stepped));
  return Number(bounded.toFixed(4));
}

/** Seeds are decimal strings 0…2^32-1; the empty string means "let the engine choose". */
export function isSeed(text: string): boolean {
  return text === '' || (/^\d{1,10}$/.test(text) && Number(text) <= seedMax);
}
