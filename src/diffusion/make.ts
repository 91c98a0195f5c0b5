import type { InputValues } from '../domain/model.ts';
import { chosenLoras, type ChosenLora } from './loras.ts';
import { diffuse, type DiffusionNetworks, type DiffusionNews } from './pipeline.ts';
import type { Planes } from './planes.ts';
import { promptChunks } from './prompt.ts';
import { decoderOf, ruleWith, type DecoderChoice, type DiffusionRun } from './run.ts';
import type { Sampler } from './samplers.ts';
import type { Tokenizer } from './tokenizer.ts';

/** What a job asks of a model, however the pictures that it brings were read. */
export interface PictureOrder {
  run: DiffusionRun;
  input: InputValues;
  /** Decimal, 0…2^32-1; each further picture has the next one. */
  seed: string;
  /** Pictures, and how many of them there are already. */
  outputs: number;
  from?: number;
  /** In pixels, multiples of the run's factor. */
  size: { width: number; height: number };
  /** Null: only words. */
  start: { picture: Planes; strength: number; mask: Planes | null } | null;
}

export interface Maker {
  tokenizer: Tokenizer;
  /** Each of the networks is loaded when it is first used. */
  networksWith: (decoder: DecoderChoice, loras?: readonly ChosenLora[]) => DiffusionNetworks;
}

/** How far a job is, and what it looks like on the way. */
export interface MakingNews {
  /** 0…1 of the whole job. */
  fraction: number;
  /** Rows of the picture so far, three planes of -1…1; null where none is due. */
  glance: (() => Promise<Planes>) | null;
}

/** Pictures on the way may take so much of the time that the steps take. */
const glanceShare = 0.2;
/** Of the whole job: before its first step. */
const beginning = 0.01;

/**
 * Makes the pictures of a job, one after the other.
 * @param tell after each step, and after each picture; awaited
 * @param keep gets each picture, three planes of -1…1, when it is finished
 * @throws whatever the networks throw, and the signal's reason between two steps; LoraError where a LoRA can't be used
 */
export async function makePictures(
  order: PictureOrder,
  { tokenizer, networksWith }: Maker,
  {
    tell,
    keep,
    wantsGlances = true,
    nowMs,
    signal,
  }: {
    tell: (news: MakingNews) => Promise<void> | void;
    keep: (picture: { index: number; seed: number; planes: Planes }) => Promise<void>;
    wantsGlances?: boolean;
    /** A clock that only goes on. */
    nowMs: () => number;
    signal?: AbortSignal;
  },
): Promise<void> {
  const { run, input, outputs, size, start } = order;
  const chunksOf = (text: unknown) =>
    promptChunks(typeof text === 'string' ? text : '', tokenizer, run.padding ?? undefined);
  const decoder = decoderOf(run, input['decoder']);
  const loras = chosenLoras(run, input);
  const networks = networksWith(decoder, loras);
  const rule = ruleWith(run, decoder);
  const [empty] = chunksOf('');
  await tell({ fraction: beginning, glance: null });
  const beganMs = nowMs();
  let glancesMs = 0;

  async function tellStep(picture: number, { step, steps, clean }: DiffusionNews): Promise<void> {
    const part = (picture + (0.95 * step) / steps) / outputs;
    const fraction = beginning + (1 - beginning) * part;
    const isDue = glancesMs <= glanceShare * (nowMs() - beganMs);
    if (!wantsGlances || run.parts.tiny_decoder === null || !isDue || step === steps) {
      await tell({ fraction, glance: null });
      return;
    }
    const fromMs = nowMs();
    await tell({ fraction, glance: () => networksWith('tiny_decoder', loras).decode(clean()) });
    glancesMs += nowMs() - fromMs;
  }

  for (let index = order.from ?? 0; index < outputs; index += 1) {
    const seed = (Number(order.seed) + index) % 2 ** 32;
    const { picture: planes } = await diffuse(
      {
        prompt: chunksOf(input['prompt']),
        negative: chunksOf(input['negative_prompt']),
        cfg: Number(input['cfg_scale'] ?? run.defaults.cfg),
        clipSkip: Number(input['clip_skip'] ?? 1) - 1,
        seed,
        ...size,
        sampler: (input['sampler'] ?? run.defaults.sampler) as Sampler,
        karras: input['karras'] === undefined ? run.defaults.karras : input['karras'] === true,
        // Of a picture that hardly changes, one step is made all the same.
        steps: Math.max(
          Number(input['steps'] ?? run.defaults.steps),
          start ? Math.ceil(1 / start.strength) : 1,
        ),
        start,
      },
      rule,
      networks,
      {
        ...(empty && { empty }),
        tell: (news) => tellStep(index, news),
        ...(signal && { signal }),
      },
    );
    await keep({ index, seed, planes });
    await tell({ fraction: beginning + ((1 - beginning) * (index + 1)) / outputs, glance: null });
  }
}

/** How long each part takes on a machine, at the model's own size. */
export interface DiffusionPace {
  /** Of running the network once. */
  stepSeconds: number;
  /** Of words, decoding and all else, for each picture. */
  restSeconds: number;
  /** Pixels of that size. */
  pixels: number;
}

/**
 * Makes one step of nothing in particular, the second of two: a network prepares itself with the first.
 * @param decoder the one that pictures are usually made with
 * @returns `latents` by which two ways of running the same networks are held against each other
 */
export async function measurePace(
  run: DiffusionRun,
  { tokenizer, networksWith }: Maker,
  nowMs: () => number,
  decoder: DecoderChoice = 'decoder',
): Promise<DiffusionPace & { latents: Float32Array }> {
  const networks = networksWith(decoder);
  const rule = ruleWith(run, decoder);
  const { width, height, sampler, karras } = run.defaults;
  const chunks = promptChunks('a photo', tokenizer, run.padding ?? undefined);
  let stepSeconds = 0;
  let latents: Float32Array = new Float32Array();
  const timed: DiffusionNetworks = {
    ...networks,
    denoise: async (...given) => {
      const fromMs = nowMs();
      const output = await networks.denoise(...given);
      stepSeconds += (nowMs() - fromMs) / 1000;
      return output;
    },
  };
  async function make(): Promise<number> {
    const beganMs = nowMs();
    stepSeconds = 0;
    const made = await diffuse(
      {
        prompt: chunks,
        negative: chunks,
        cfg: 1,
        clipSkip: 0,
        seed: 1,
        width,
        height,
        sampler,
        karras,
        steps: 1,
        start: null,
      },
      rule,
      timed,
    );
    latents = made.latents.data;
    return (nowMs() - beganMs) / 1000;
  }
  await make();
  const wholeSeconds = await make();
  return {
    stepSeconds,
    restSeconds: wholeSeconds - stepSeconds,
    pixels: width * height,
    latents,
  };
}

/** How long pictures from words take, with what was asked for, in seconds. */
export function wordsSeconds(
  { defaults, rule }: DiffusionRun,
  pace: DiffusionPace,
  input: InputValues,
  pixels: number,
  outputs: number,
): number {
  const steps = Number(input['steps'] ?? defaults.steps);
  const strength = Number(input['denoising_strength'] ?? 1);
  const cfg = Number(input['cfg_scale'] ?? defaults.cfg);
  const runs = cfg > 1 && rule.guidance_width === null ? 2 : 1;
  const one = Math.max(1, Math.floor(steps * strength)) * runs * pace.stepSeconds;
  return ((one + pace.restSeconds) * outputs * pixels) / pace.pixels;
}

/** Three planes of -1…1 as pixels. @param channels 4: the last one is opaque */
export function pixelsOf(
  { data, width, height }: Planes,
  channels: 3 | 4,
): Uint8ClampedArray<ArrayBuffer> {
  const count = width * height;
  const pixels = new Uint8ClampedArray(count * channels);
  if (channels === 4) pixels.fill(255);
  for (let at = 0; at < count; at += 1) {
    for (let plane = 0; plane < 3; plane += 1) {
      pixels[at * channels + plane] = ((data[plane * count + at] ?? 0) / 2 + 0.5) * 255;
    }
  }
  return pixels;
}

/** Pixels as three planes of -1…1. */
export function planesOf(
  pixels: ArrayLike<number>,
  { width, height }: { width: number; height: number },
  channels: 3 | 4,
): Planes {
  const count = width * height;
  const data = new Float32Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    for (let plane = 0; plane < 3; plane += 1) {
      data[plane * count + at] = (pixels[at * channels + plane] ?? 0) / 127.5 - 1;
    }
  }
  return { data, width, height };
}
