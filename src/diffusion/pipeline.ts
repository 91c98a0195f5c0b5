import type { Planes } from './planes.ts';
import { torchNormals } from './random.ts';
import { decodeInTiles } from './tiles.ts';
import { setUpSampler, type NoiseRule, type SamplerChoice } from './samplers.ts';
import { weigh, type PromptChunk } from './prompt.ts';

/** A text as a network takes it: rows of `width` values. */
export interface EncodedText {
  data: Float32Array;
  rows: number;
  width: number;
}

/** The networks of a model. What runs them is behind this door: onnxruntime in Node.js, or on the web. */
export interface DiffusionNetworks {
  /** @param clipSkip how many of the last layers are left out */
  encodeText(ids: readonly number[], clipSkip: number): Promise<EncodedText>;
  /** @param guidance for a network that is told it; null where it is run twice instead */
  denoise(
    latents: Planes,
    timestep: number,
    text: EncodedText,
    guidance: Float32Array | null,
  ): Promise<Float32Array>;
  /** Of latents that were divided by the decoder's scaling. @returns three planes of -1…1 */
  decode(latents: Planes): Promise<Planes>;
  /** Three planes of -1…1. @returns four planes, or eight: means, and logarithms of variances */
  encode(picture: Planes): Promise<Planes>;
}

/** What the files beside a model say of it. */
export interface DiffusionRule extends NoiseRule {
  /** Latents are so many times what the encoder gives. */
  scaling: number;
  /** And of what the decoder takes: the same, or 1 for TAESD. */
  decoderScaling: number;
  /** Pixels of a picture for each value of its latents, along a side. */
  factor: number;
  /** Values that the network is told the guidance by; null where it is not. */
  guidanceWidth: number | null;
}

export interface DiffusionRequest extends SamplerChoice {
  prompt: readonly PromptChunk[];
  /** What to keep out; as the empty prompt where nothing is. */
  negative: readonly PromptChunk[];
  /** Guidance (CFG scale); at 1 nothing is kept out and the network runs once a step. */
  cfg: number;
  clipSkip: number;
  /** 0…2^32-1; the same picture each time. */
  seed: number;
  /** In pixels, multiples of the factor. */
  width: number;
  height: number;
  /** A picture to begin with, of the same size; null: pure noise. */
  start: {
    /** Three planes of -1…1. */
    picture: Planes;
    /** 0…1: how much of it is made anew. */
    strength: number;
    /** One plane, 1 where something new is wanted; null: everywhere. */
    mask: Planes | null;
  } | null;
}

export interface DiffusionNews {
  /** From 1. */
  step: number;
  steps: number;
  /** The picture as the network sees it now, as latents that are not divided by the scaling factor. */
  clean: () => Planes;
}

export interface DiffusionResult {
  latents: Planes;
  /** Three planes of about -1…1. */
  picture: Planes;
}

const latentPlanes = 4;

/** A network of its own kind is told the guidance as sines and cosines (section 4.3 of arXiv 2310.04378). */
export function guidanceEmbedding(guidance: number, width: number): Float32Array {
  const half = Math.floor(width / 2);
  const values = new Float32Array(width);
  for (let at = 0; at < half; at += 1) {
    const angle = guidance * 1000 * Math.exp((-Math.log(10_000) * at) / (half - 1));
    values[at] = Math.sin(angle);
    values[half + at] = Math.cos(angle);
  }
  return values;
}

async function encoded(
  chunks: readonly PromptChunk[],
  clipSkip: number,
  networks: DiffusionNetworks,
): Promise<EncodedText> {
  const parts: Float32Array[] = [];
  let rows = 0;
  let width = 0;
  for (const { ids, weights } of chunks) {
    const text = await networks.encodeText(ids, clipSkip);
    parts.push(weigh(text.data, weights, text.width));
    rows += text.rows;
    ({ width } = text);
  }
  const data = new Float32Array(rows * width);
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return { data, rows, width };
}

/** Both have as many parts: what is empty counts as little as it can. */
function evened(
  { prompt, negative }: DiffusionRequest,
  empty: PromptChunk | undefined,
): { prompt: readonly PromptChunk[]; negative: readonly PromptChunk[] } {
  const count = Math.max(prompt.length, negative.length);
  const filled = (chunks: readonly PromptChunk[]): readonly PromptChunk[] =>
    empty === undefined
      ? chunks
      : [...chunks, ...Array<PromptChunk>(count - chunks.length).fill(empty)];
  return { prompt: filled(prompt), negative: filled(negative) };
}

/** Of each value the nearest one, as `interpolate` of PyTorch chooses it; 1 from a half on. */
function shrunkMask(mask: Planes, width: number, height: number): Float32Array {
  const made = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * mask.height) / height) * mask.width;
    for (let x = 0; x < width; x += 1) {
      const value = mask.data[row + Math.floor((x * mask.width) / width)] ?? 0;
      made[y * width + x] = value >= 0.5 ? 1 : 0;
    }
  }
  return made;
}

const planesOf = (data: Float32Array, { width, height }: Planes): Planes => ({
  data,
  width,
  height,
});

/**
 * Makes a picture from words, and from another picture where one is given. Pure but for the networks: what it gives
 * is what diffusers' StableDiffusionPipeline, …Img2ImgPipeline and …InpaintPipeline give for the same seed, with a
 * generator of the processor.
 * @param empty what fills the shorter of two prompts up
 * @param tell after each step; awaited, so that a preview is no step behind
 * @throws whatever the networks throw, and the signal's reason between two steps
 */
export async function diffuse(
  request: DiffusionRequest,
  rule: DiffusionRule,
  networks: DiffusionNetworks,
  {
    empty,
    tell,
    signal,
  }: {
    empty?: PromptChunk;
    tell?: (news: DiffusionNews) => Promise<void> | void;
    signal?: AbortSignal;
  } = {},
): Promise<DiffusionResult> {
  const { steps, cfg, clipSkip, start } = request;
  const draw = torchNormals(request.seed);
  const size = { width: request.width / rule.factor, height: request.height / rule.factor };
  const count = latentPlanes * size.width * size.height;
  const isTold = rule.guidanceWidth !== null;
  const isGuided = cfg > 1 && !isTold;
  const chunks = evened(request, empty);
  const text = await encoded(chunks.prompt, clipSkip, networks);
  const against = isGuided ? await encoded(chunks.negative, clipSkip, networks) : null;
  const guidance =
    rule.guidanceWidth === null ? null : guidanceEmbedding(cfg - 1, rule.guidanceWidth);
  signal?.throwIfAborted();

  const sampling = setUpSampler(rule, request);
  const strength = start?.strength ?? 1;
  const first = steps - Math.min(steps, Math.floor(steps * strength));
  let hasChance = false;
  const clean = start ? await encodePicture(start.picture) : null;
  const noise = draw(count);
  // diffusers encodes what is left of the picture as well, which only networks for inpainting look at.
  if (start?.mask && hasChance) draw(count);
  // A picture of which nothing is to be kept begins as noise where there is a mask, as in diffusers.
  const isNoise = clean === null || (start?.mask && strength === 1);
  let latents = isNoise
    ? noise.map((value) => value * sampling.firstScale)
    : sampling.noised(clean, noise, first);
  const mask = start?.mask ? shrunkMask(start.mask, size.width, size.height) : null;

  for (let step = first; step < steps; step += 1) {
    const timestep = sampling.timesteps[step] ?? 0;
    const shown = { data: sampling.shown(latents, step), ...size };
    let output = await networks.denoise(shown, timestep, text, guidance);
    if (against) {
      signal?.throwIfAborted();
      const without = await networks.denoise(shown, timestep, against, guidance);
      output = output.map((value, at) => {
        const low = without[at] ?? 0;
        return low + cfg * (value - low);
      });
    }
    const before = latents;
    const told = output;
    latents = sampling.next(before, told, step, draw);
    if (mask && clean) {
      const around = step < steps - 1 ? sampling.noised(clean, noise, step + 1) : clean;
      latents = latents.map((value, at) =>
        mask[at % mask.length] === 1 ? value : (around[at] ?? 0),
      );
    }
    signal?.throwIfAborted();
    await tell?.({
      step: step + 1 - first,
      steps: steps - first,
      clean: () => ({ data: sampling.clean(before, told, step), ...size }),
    });
  }
  const made = { data: latents, ...size };
  const scaled = planesOf(
    latents.map((value) => value / rule.decoderScaling),
    made,
  );
  const picture = await decodeInTiles(scaled, rule.factor, (part) => networks.decode(part));
  return { latents: made, picture };

  /** One of the latents that a picture may have, by chance as in diffusers. */
  async function encodePicture(picture: Planes): Promise<Float32Array> {
    const { data } = await networks.encode(picture);
    if (data.length === count) return data.map((value) => value * rule.scaling);
    hasChance = true;
    const chance = draw(count);
    return chance.map((value, at) => {
      const logVariance = Math.min(20, Math.max(-30, data[count + at] ?? 0));
      return ((data[at] ?? 0) + Math.exp(logVariance / 2) * value) * rule.scaling;
    });
  }
}
