import * as z from 'zod/mini';
import type { DiffusionRule } from './pipeline.ts';
import { samplers } from './samplers.ts';

/** A file of a model, with slashes; nothing that leads out of its folder. People name their own files. */
export const modelFileName = z
  .string()
  .check(z.maxLength(400), z.regex(/^(?!\.)[^/\\\p{C}]+(?:\/(?!\.)[^/\\\p{C}]+)*$/u));

const positive = z.number().check(z.positive());
const whole = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));

/** A picture from words: how a model computes, and where its parts lie. */
export const diffusionRun = z.strictObject({
  parts: z.strictObject({
    vocabulary: modelFileName,
    merges: modelFileName,
    text_encoder: modelFileName,
    unet: modelFileName,
    decoder: modelFileName,
    /** Null: it begins with no picture. */
    encoder: z.nullable(modelFileName),
    /** TAESD, for pictures on the way; null: there are none. */
    tiny_decoder: z.nullable(modelFileName),
  }),
  rule: z.strictObject({
    beta_start: positive,
    beta_end: positive,
    beta_schedule: z.enum(['scaled_linear', 'linear']),
    train_steps: whole(10, 10_000),
    prediction: z.enum(['epsilon', 'v_prediction']),
    spacing: z.enum(['leading', 'trailing', 'linspace']),
    steps_offset: whole(0, 10),
    lcm_steps: whole(1, 1000),
    scaling: positive,
    factor: z.union([z.literal(2), z.literal(4), z.literal(8)]),
    guidance_width: z.nullable(z.int().check(z.positive())),
  }),
  /** LoRAs that lie beside it. */
  loras: z.optional(z.array(z.strictObject({ name: z.string(), file: modelFileName }))),
  /** Layers of the text encoder that may be left out. */
  clip_skips: whole(0, 2),
  /** What fills a short prompt up; null: the mark of its end. */
  padding: z.nullable(z.int().check(z.nonnegative())),
  samplers: z.array(z.enum(samplers)).check(z.minLength(1)),
  /** Whether the prompt can be followed more and less, and things be kept out. */
  is_guided: z.boolean(),
  defaults: z.strictObject({
    sampler: z.enum(samplers),
    karras: z.boolean(),
    steps: whole(1, 50),
    cfg: z.number().check(z.minimum(1), z.maximum(20)),
    width: whole(16, 2048),
    height: whole(16, 2048),
  }),
});
export type DiffusionRun = z.output<typeof diffusionRun>;

export type DiffusionMode = 'text-to-image' | 'image-to-image' | 'inpainting';

/** A decoder that a run has: the full one, or TAESD. */
export type DecoderChoice = 'decoder' | 'tiny_decoder';

/** The finer decoder unless somebody asked for the fast one. */
export const decoderOf = ({ parts }: DiffusionRun, wanted: unknown): DecoderChoice =>
  wanted === 'fast' && parts.tiny_decoder !== null ? 'tiny_decoder' : 'decoder';

/** What the pipeline has to know of a run. TAESD takes latents as they are. */
export function ruleWith({ rule, parts }: DiffusionRun, decoder: DecoderChoice): DiffusionRule {
  return {
    betaStart: rule.beta_start,
    betaEnd: rule.beta_end,
    betaSchedule: rule.beta_schedule,
    trainSteps: rule.train_steps,
    prediction: rule.prediction,
    spacing: rule.spacing,
    stepsOffset: rule.steps_offset,
    lcmSteps: rule.lcm_steps,
    scaling: rule.scaling,
    decoderScaling: parts[decoder] === parts.tiny_decoder ? 1 : rule.scaling,
    factor: rule.factor,
    guidanceWidth: rule.guidance_width,
  };
}

/** Beside the weights themselves: what a network holds while it works, and the full decoder at its tile. */
export const workingBytes = 2_200_000_000;

const gigabyte = 1_000_000_000;
/**
 * What a network holds at its own size beside its weights, in GB: what its attention compares grows with the fourth
 * power of a side, the rest with its square. Measured with SD-Turbo at 512² and 768²: 1.05 and 3.8 GB.
 */
const attentionGigabytes = 0.5;
const restGigabytes = 0.55;
/** The full decoder at its tile stays as large as it is. */
const decoderGigabytes = 2.4;

/**
 * How much larger than its own a picture's sides may be: 1…2.
 * @param needed bytes of memory for its own size, as its manifest says
 * @param available bytes of memory for the process
 */
export function roomForSides(needed: number, available: number): number {
  const weights = Math.max(0, needed - workingBytes) / gigabyte;
  const spare = available / gigabyte - weights - decoderGigabytes;
  // a·x² + b·x = spare, where x is the square of a side.
  const square =
    (-restGigabytes + Math.sqrt(restGigabytes ** 2 + 4 * attentionGigabytes * Math.max(0, spare))) /
    (2 * attentionGigabytes);
  return Math.min(2, Math.max(1, Math.sqrt(square)));
}
