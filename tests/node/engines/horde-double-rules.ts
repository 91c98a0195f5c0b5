import sharp from 'sharp';
import { z } from 'zod';

import referenceFixture from '../../fixtures/horde-model-reference.json' with { type: 'json' };
import { samplerNames } from '../../../src/domain/parameters.ts';

/** An answer of shape (a) in section 8 of the contract. */
export class Refusal extends Error {
  readonly status: number;
  readonly rc: string;

  constructor(status: number, rc: string, message = rc) {
    super(message);
    this.status = status;
    this.rc = rc;
  }
}

const range = (from: number, to: number) => z.number().min(from).max(to);
const side = z.int().min(64).max(3072).multipleOf(64);
const upscalers = [
  'RealESRGAN_x4plus',
  'RealESRGAN_x2plus',
  'RealESRGAN_x4plus_anime_6B',
  'NMKD_Siax',
  '4x_AnimeSharp',
  '4xNomos8kSC',
  '4xLSDIRplus',
  '4xNomosWebPhoto_RealPLKSR',
  '4xNomos2_realplksr_dysample',
  '4xNomos2_hq_dat2',
  '2xModernSpanimationV1',
] as const;
export const postProcessors = [
  ...upscalers,
  'GFPGAN',
  'CodeFormers',
  'GFPGANv1.3',
  'RestoreFormer',
  'strip_background',
] as const;

const strength = range(-5, 5).default(1);

/** Section 3.2, with the effective defaults. Explicit null is refused by every field. */
const params = z.object({
  sampler_name: z.enum(samplerNames).default('k_euler_a'),
  cfg_scale: range(0, 100).default(5),
  width: side.default(512),
  height: side.default(512),
  steps: z.int().min(1).max(500).optional(),
  n: z.int().min(1).max(20).default(1),
  seed: z.string().optional(),
  seed_variation: z.int().min(1).max(1000).optional(),
  denoising_strength: range(0.01, 1).optional(),
  hires_fix_denoising_strength: range(0.01, 1).optional(),
  karras: z.boolean().default(true),
  tiling: z.boolean().default(false),
  hires_fix: z.boolean().default(false),
  transparent: z.boolean().default(false),
  image_is_control: z.boolean().default(false),
  return_control_map: z.boolean().default(false),
  clip_skip: z.int().min(1).max(12).optional(),
  facefixer_strength: range(0, 1).optional(),
  post_processing: z.array(z.enum(postProcessors)).default([]),
  control_type: z
    .enum([
      'canny',
      'hed',
      'depth',
      'normal',
      'openpose',
      'seg',
      'scribble',
      'fakescribbles',
      'hough',
    ])
    .optional(),
  loras: z
    .array(
      z.object({
        name: z.string().min(1).max(255),
        model: strength,
        clip: strength,
        inject_trigger: z.string().min(1).max(30).optional(),
        is_version: z.boolean().default(false),
      }),
    )
    .optional(),
  tis: z
    .array(
      z.object({
        name: z.string().min(1).max(255),
        inject_ti: z.enum(['prompt', 'negprompt']).optional(),
        strength,
      }),
    )
    .optional(),
});

/** Section 3.1, with the effective defaults. */
export const generateBody = z.object({
  prompt: z.string().min(1),
  params: params.prefault({}),
  models: z.array(z.string()).default(['stable_diffusion']),
  nsfw: z.boolean().default(true),
  censor_nsfw: z.boolean().default(true),
  trusted_workers: z.boolean().default(false),
  validated_backends: z.boolean().default(false),
  slow_workers: z.boolean().default(true),
  extra_slow_workers: z.boolean().default(false),
  worker_blacklist: z.boolean().default(false),
  workers: z.array(z.string()).default([]),
  source_image: z.string().optional(),
  source_mask: z.string().optional(),
  source_processing: z.enum(['img2img', 'inpainting', 'outpainting', 'remix']).default('img2img'),
  r2: z.boolean().default(true),
  shared: z.boolean().optional(),
  replacement_filter: z.boolean().default(true),
  dry_run: z.boolean().default(false),
  allow_downgrade: z.boolean().default(false),
  disable_batching: z.boolean().default(false),
});
export type GenerateBody = z.infer<typeof generateBody>;

export const interrogateBody = z.object({
  source_image: z.string(),
  forms: z.array(
    z.object({
      name: z.enum([
        'caption',
        'interrogation',
        'nsfw',
        'vectorize',
        'palette',
        'describe',
        'aesthetic',
        ...postProcessors,
      ]),
    }),
  ),
  slow_workers: z.boolean().default(true),
  trusted_workers: z.boolean().default(false),
});

/** Section 8, shape (b). */
export function validationErrors(error: z.ZodError): object {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) errors[issue.path.join('.') || 'body'] ??= issue.message;
  return { errors, message: 'Input payload validation failed' };
}

/** As the reference spells them. */
const families: Readonly<Record<string, string>> = {
  'stable diffusion 1': 'sd1',
  'stable diffusion 2': 'sd2',
  stable_diffusion_xl: 'sdxl',
  stable_cascade: 'cascade',
  flux_1: 'flux',
};
interface Described {
  baseline: string;
  inpainting: boolean;
  requirements?: { max_steps?: number };
}

/** The Horde's own model reference of June 2026, as far as its rules look into it. */
export const modelReference = referenceFixture as Readonly<Record<string, Described>>;

/** An unknown name tells by its brackets, or is Stable Diffusion 1. */
const brackets: readonly (readonly [RegExp, string])[] = [
  [/\[SDXL\]/, 'sdxl'],
  [/\[Flux\]/, 'flux'],
  [/\[Qwen\]/, 'qwen'],
  [/\[Z(Model|Image)\]/, 'z-image'],
];

function baselineOf(name: string): string {
  const told = modelReference[name]?.baseline;
  if (told !== undefined) return families[told] ?? told;
  return brackets.find(([pattern]) => pattern.test(name))?.[1] ?? 'sd1';
}

/** By number and by version; a request with one of them counts as one by `lcm`. */
const lcmLoras = new Set(['195519', '216190', '324115']);
const lcmLoraVersions = new Set([
  '246747',
  '247778',
  '268475',
  '243643',
  '225222',
  '219782',
  '363353',
]);

const noControl = new Set(['sdxl', 'cascade', 'flux', 'qwen', 'z-image']);
const noHires = new Set(['flux', 'qwen', 'z-image']);

/** Sections 3.2 and 3.3: what no single field says. */
export function checkTogether(body: GenerateBody): void {
  const { params: given, models, source_image: source } = body;
  const baselines = models.map(baselineOf);
  const refuse = (rc: string): never => {
    throw new Refusal(400, rc);
  };
  if (body.prompt.includes('\u0000')) refuse('NulByteInPayload');
  if (body.prompt.split(/\s+/).length > 7_500) refuse('InvalidPromptSize');
  if (Math.abs(given.cfg_scale * 100 - Math.round(given.cfg_scale * 100)) > 1e-6)
    refuse('BadCFGDecimals');
  if ((given.loras ?? []).length > 5) refuse('TooManyLoras');
  if ((given.loras ?? []).some((lora) => lora.is_version && !/^\d+$/.test(lora.name)))
    refuse('BadLoraVersion');
  if ((given.tis ?? []).length > 20) refuse('TooManyTIs');
  if (given.post_processing.filter((name) => upscalers.some((one) => one === name)).length > 1)
    refuse('TooManyUpscalers');
  if (body.source_mask !== undefined && source === undefined) refuse('SourceMaskUnnecessary');
  if (given.control_type !== undefined) {
    if (source === undefined) refuse('ControlNetSourceMissing');
    if (body.source_processing === 'inpainting') refuse('ControlNetInpaintingMismatch');
    if (models.includes('pix2pix')) refuse('ControlNetUnsupported');
    if (baselines.some((baseline) => noControl.has(baseline))) refuse('ControlNetMismatch.');
    const isOld = baselines.includes('sd2');
    if (isOld && ['normal', 'hough'].includes(given.control_type)) refuse('ControlNetUnsupported');
  }
  if (given.hires_fix && baselines.some((baseline) => noHires.has(baseline)))
    refuse('HiResMismatch');
  if (given.transparent) {
    if (given.control_type !== undefined) refuse('InvalidTransparencyCN');
    if (baselines.some((baseline) => baseline !== 'sd1' && baseline !== 'sdxl'))
      refuse('InvalidTransparencyModel');
  }
  if (source === undefined && models.some((name) => /pix2pix|2 Depth/.test(name)))
    refuse('SourceImageRequiredForModel');
}

export interface SeenPicture {
  width: number;
  height: number;
  format: string;
  /** Share of light pixels: of a mask, what is painted anew. */
  light: number;
  hasAlpha: boolean;
}

/** Section 3.4. */
export async function readSource(base64: string): Promise<SeenPicture> {
  // As Python's decoder: a `data:` prefix is no Base64.
  if (!/^[A-Za-z0-9+/\s]+={0,2}$/.test(base64)) throw new Refusal(400, 'ImageValidationFailed');
  const data = Buffer.from(base64, 'base64');
  const metadata = await sharp(data)
    .metadata()
    .catch(() => {
      throw new Refusal(400, 'ImageValidationFailed');
    });
  const { width, height, format, hasAlpha } = metadata;
  if (width * height > 3072 * 3072) throw new Refusal(400, 'SourceImageResolutionExceeded');
  const pixels = await sharp(data).removeAlpha().greyscale().raw().toBuffer();
  const light = pixels.reduce((sum, value) => sum + Number(value > 127), 0) / pixels.length;
  return { width, height, format, light, hasAlpha };
}

/** Section 9: what must be paid in advance, and what it is made into instead. */
export function judgeKudos(
  body: GenerateBody,
  freeSide: number,
): { needed: boolean; total: number; downgraded: GenerateBody['params'] } {
  const { params: given } = body;
  const steps = given.steps ?? (given.control_type === undefined ? 30 : 20);
  const double = ['k_heun', 'k_dpm_2', 'k_dpm_2_a', 'k_dpmpp_2s_a', 'k_dpmpp_sde'];
  const weighed = double.includes(given.sampler_name) ? steps * 2 : steps;
  const accurate = given.sampler_name === 'k_dpm_adaptive' ? 40 : weighed;
  const isQuick =
    given.sampler_name === 'lcm' ||
    (given.loras ?? []).some(({ name, is_version: isVersion }) =>
      (isVersion ? lcmLoraVersions : lcmLoras).has(name),
    );
  const large = body.models.some((name) => noControl.has(baselineOf(name)));
  const side = large ? Math.max(1024, freeSide) : freeSide;
  const needed =
    !body.slow_workers ||
    given.width * given.height > side * side ||
    (isQuick && accurate > 10) ||
    // Of all that are listed, the one that wants the fewest decides.
    body.models.some((name) => (modelReference[name]?.requirements?.max_steps ?? 40) < accurate) ||
    (given.control_type !== undefined && accurate > 20);
  const area = (given.width * given.height) / (512 * 512);
  const total = Math.round(10 * area * (steps / 30) * given.n) + 9 * given.n;
  const scale = Math.min(1, side / Math.sqrt(given.width * given.height));
  const fit = (length: number): number => Math.max(64, Math.floor((length * scale) / 64) * 64);
  return {
    needed,
    total,
    downgraded: {
      ...given,
      width: fit(given.width),
      height: fit(given.height),
      steps: Math.min(steps, given.control_type === undefined ? 30 : 20),
    },
  };
}
