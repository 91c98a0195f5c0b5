import type { InputValue, InputValues } from '../domain/model.ts';
import { seedMax, seedVariationRange } from '../domain/limits.ts';
import { joinPrompt } from '../domain/parameters.ts';
import { inversionsOf, lorasOf, type HordeInversion, type HordeLora } from './additions.ts';
import type { ModelTraits } from './baselines.ts';
import type { PictureType } from './model-ids.ts';
import { postProcessingOf } from './post-processors.ts';
import type { SeedRange } from './results.ts';

export type SourceProcessing = 'img2img' | 'inpainting' | 'outpainting';

/** What travels with a request: WebP as Base64 without a `data:` prefix, of the size that is asked for. */
export interface PreparedSources {
  width: number;
  height: number;
  source_image: string;
  /** White where the picture is made anew. */
  source_mask?: string;
}

/** Body of POST generate/async, every value explicit: the server's own defaults differ from its document. */
export interface HordeRequest {
  prompt: string;
  models: string[];
  nsfw: boolean;
  censor_nsfw: boolean;
  trusted_workers: boolean;
  validated_backends: boolean;
  slow_workers: boolean;
  extra_slow_workers: boolean;
  worker_blacklist: boolean;
  replacement_filter: boolean;
  allow_downgrade: boolean;
  shared: boolean;
  r2: boolean;
  source_image?: string;
  source_mask?: string;
  source_processing?: SourceProcessing;
  params: {
    sampler_name: string;
    cfg_scale: number;
    width: number;
    height: number;
    steps: number;
    n: number;
    seed: string;
    seed_variation?: number;
    denoising_strength?: number;
    hires_fix_denoising_strength?: number;
    karras: boolean;
    tiling: boolean;
    hires_fix: boolean;
    transparent: boolean;
    clip_skip: number;
    post_processing: string[];
    facefixer_strength?: number;
    control_type?: string;
    image_is_control?: boolean;
    loras?: HordeLora[];
    tis?: HordeInversion[];
  };
}

/** Body of POST interrogate/async. */
export interface AlchemyRequest {
  source_image: string;
  forms: { name: string }[];
  slow_workers: boolean;
  trusted_workers: boolean;
}

/** What separates prompt and negative prompt would do so inside a prompt too. */
function withoutSeparator(value: InputValue | undefined): string {
  return String(value ?? '')
    .replaceAll(/#{3,}/g, ' ')
    .replaceAll('\u0000', ' ')
    .trim();
}

const processing: Readonly<Partial<Record<PictureType, SourceProcessing>>> = {
  Img2Img: 'img2img',
  Condition: 'img2img',
  Inpainting: 'inpainting',
  Outpainting: 'outpainting',
};

function numberOf(value: InputValue | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** More than 2 decimals are refused. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

const seedsInAll = seedMax + 1;

/** How far apart the seeds of several pictures are (spec 1, section 3: `seed_variation`). */
function seedsApart(input: InputValues): number {
  const { min, max } = seedVariationRange;
  return Math.min(max, Math.max(min, Math.round(numberOf(input['seed_variation'], min))));
}

/** Where the seeds of a job's pictures lie. */
export function seedRangeOf(job: RequestParts['job']): SeedRange {
  const { seed, outputs, input } = job;
  return { seed, outputs, ...(outputs > 1 && { apart: seedsApart(input) }) };
}

/**
 * One of the pictures gets the person's seed, the others seeds away from it: without a variation several workers
 * would make the same picture several times. The Horde adds the variation once for every picture that is still to
 * be made, so the first to be taken has it added `outputs` times, however many a worker takes at once. It cuts
 * what is too large, so a seed may not begin below zero: below a small one there is less room, and the seeds stand
 * closer. 1 it makes out of the first number that is too large, and 0, 2 and 3 go without a variation.
 */
function seedsOf(
  seed: string,
  outputs: number,
  apart: number,
): { seed: string; seed_variation?: number } {
  if (outputs <= 1) return { seed };
  const variation = Math.min(apart, Math.floor(Number(seed) / outputs));
  if (variation >= 1)
    return { seed: String(Number(seed) - outputs * variation), seed_variation: variation };
  if (Number(seed) === 1) return { seed: String(seedsInAll - outputs), seed_variation: 1 };
  return { seed };
}

export interface RequestParts {
  job: {
    input: InputValues;
    /** Decimal string. */ seed: string;
    outputs: number;
  };
  type: PictureType;
  /** The Horde's own names; whoever has one of them may do it. */
  models: string[];
  traits: ModelTraits;
  sources: PreparedSources | null;
}

/** @throws EngineError `invalid-input` for what a schema cannot say, e.g. two upscalers */
export function requestOf({ job, type, models, traits, sources }: RequestParts): HordeRequest {
  const { input, seed, outputs } = job;
  const isControl = type === 'Condition';
  const hiresFix = traits.hiresFix && input['hires_fix'] === true && type === 'Text2Img';
  const loras = traits.additions ? lorasOf(input['loras']) : [];
  const inversions = traits.additions ? inversionsOf(input['tis']) : [];
  const postProcessing = postProcessingOf(input);
  const faceStrength = input['facefixer_strength'];
  const strength = input['denoising_strength'];
  return {
    prompt: joinPrompt(
      withoutSeparator(input['prompt']),
      withoutSeparator(input['negative_prompt']),
    ),
    models,
    nsfw: false,
    censor_nsfw: true,
    trusted_workers: false,
    validated_backends: false,
    slow_workers: true,
    extra_slow_workers: false,
    worker_blacklist: false,
    // A prompt that is refused shuts out everyone behind this address, one that is reworded nobody.
    replacement_filter: true,
    allow_downgrade: false,
    shared: false,
    r2: true,
    ...(sources && {
      source_image: sources.source_image,
      source_processing: processing[type] ?? 'img2img',
      ...(sources.source_mask !== undefined && { source_mask: sources.source_mask }),
    }),
    params: {
      sampler_name: String(input['sampler_name'] ?? traits.sampler),
      cfg_scale: hundredths(numberOf(input['cfg_scale'], traits.cfgScale)),
      width: sources?.width ?? numberOf(input['width'], traits.nativeSide),
      height: sources?.height ?? numberOf(input['height'], traits.nativeSide),
      steps: numberOf(input['steps'], traits.steps.default),
      n: outputs,
      ...seedsOf(seed, outputs, seedsApart(input)),
      ...(sources &&
        typeof strength === 'number' && {
          denoising_strength: hundredths(strength),
        }),
      karras: input['karras'] !== false,
      tiling: input['tiling'] === true,
      hires_fix: hiresFix,
      ...(hiresFix && {
        hires_fix_denoising_strength: hundredths(numberOf(input['hires_strength'], 0.65)),
      }),
      transparent: traits.transparent && type === 'Text2Img' && input['transparent'] === true,
      clip_skip: numberOf(input['clip_skip'], traits.clipSkip),
      post_processing: postProcessing,
      ...(typeof faceStrength === 'number' &&
        postProcessing.length > 0 && { facefixer_strength: hundredths(faceStrength) }),
      ...(isControl && {
        control_type: String(input['control_type']),
        image_is_control: input['image_is_control'] === true,
      }),
      ...(loras.length > 0 && { loras }),
      ...(inversions.length > 0 && { tis: inversions }),
    },
  };
}

/**
 * What was really used, as far as the Horde tells.
 * @param downgraded the Horde made it smaller and does not say with how many steps
 */
export function usedParameters(
  input: InputValues,
  used: { seed: string; width: number; height: number },
  downgraded: boolean,
): InputValues {
  const { steps, allow_downgrade: _choice, ...rest } = input;
  return {
    ...rest,
    ...(!downgraded && steps !== undefined && { steps }),
    ...used,
    n: 1,
  };
}
