import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { promptChunks } from '../../src/diffusion/prompt.ts';
import { diffuse, type DiffusionNews, type DiffusionRule } from '../../src/diffusion/pipeline.ts';
import type { Planes } from '../../src/diffusion/planes.ts';
import type { Sampler } from '../../src/diffusion/samplers.ts';
import { clipTokenizer, readVocabulary, type Tokenizer } from '../../src/diffusion/tokenizer.ts';
import type { EnginePreview, EngineSource } from '../engines/contract/engine.ts';
import { encodePicture } from '../engines/contract/encode-picture.ts';
import type { MadeOutput, Report } from '../engines/contract/process-job.ts';
import { maskAsPng, pictureAsPng } from '../engines/decode.ts';
import { sizeLike, sourceOf } from '../engines/pictures.ts';
import type { DiffusionRun } from '../packs/manifest.ts';
import type { DiffusionWork, MakeTask } from './contract.ts';
import { diffusionSides } from './models.ts';
import { loadNetworks, type DecoderChoice } from './runtime.ts';

const ruleOf = ({ rule }: DiffusionRun): DiffusionRule => ({
  betaStart: rule.beta_start,
  betaEnd: rule.beta_end,
  betaSchedule: rule.beta_schedule,
  trainSteps: rule.train_steps,
  prediction: rule.prediction,
  spacing: rule.spacing,
  stepsOffset: rule.steps_offset,
  lcmSteps: rule.lcm_steps,
  scaling: rule.scaling,
  decoderScaling: rule.scaling,
  factor: rule.factor,
  guidanceWidth: rule.guidance_width,
});

let lately: { file: string; tokenizer: Promise<Tokenizer> } | null = null;

/** Of this model; kept for the next job. */
function tokenizerOf({ parts }: DiffusionRun): Promise<Tokenizer> {
  if (lately?.file !== parts.vocabulary) {
    const read = Promise.all([readFile(parts.vocabulary, 'utf8'), readFile(parts.merges, 'utf8')]);
    lately = {
      file: parts.vocabulary,
      tokenizer: read.then((files) => clipTokenizer(readVocabulary(...files))),
    };
  }
  return lately.tokenizer;
}

/** Three planes of -1…1 as pixels. */
function pixelsOf({ data, width, height }: Planes): Buffer {
  const count = width * height;
  const pixels = new Uint8ClampedArray(count * 3);
  for (let at = 0; at < count; at += 1) {
    for (let plane = 0; plane < 3; plane += 1) {
      pixels[at * 3 + plane] = ((data[plane * count + at] ?? 0) / 2 + 0.5) * 255;
    }
  }
  return Buffer.from(pixels.buffer);
}

const asSharp = (planes: Planes) =>
  sharp(pixelsOf(planes), {
    raw: { width: planes.width, height: planes.height, channels: 3 },
    limitInputPixels: false,
  });

interface Size {
  width: number;
  height: number;
}

async function planesOf(source: EngineSource, size: Size): Promise<Planes> {
  const png = await pictureAsPng(source, size);
  const pixels = await sharp(png)
    .flatten({ background: '#fff' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  const count = size.width * size.height;
  const data = new Float32Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    for (let plane = 0; plane < 3; plane += 1) {
      data[plane * count + at] = (pixels[at * 3 + plane] ?? 0) / 127.5 - 1;
    }
  }
  return { data, ...size };
}

async function maskOf(source: EngineSource, size: Size): Promise<Planes> {
  const png = await maskAsPng(source, size);
  const pixels = await sharp(png).extractChannel(0).raw({ depth: 'uchar' }).toBuffer();
  return { data: Float32Array.from(pixels, (value) => value / 255), ...size };
}

/** Pictures on the way are looked at small. */
const previewSide = 256;

async function previewOf(planes: Planes): Promise<EnginePreview> {
  const data = await asSharp(planes)
    .resize(previewSide, previewSide, { fit: 'inside' })
    .webp({ quality: 70 })
    .toBuffer();
  return { data, mediaType: 'image/webp' };
}

/** Pictures on the way may take so much of the time that the steps take. */
const previewShare = 0.2;

/** The finer decoder unless somebody asked for the fast one. */
const decoderOf = ({ parts }: DiffusionRun, wanted: unknown): DecoderChoice =>
  wanted === 'fast' && parts.tiny_decoder !== null ? 'tiny_decoder' : 'decoder';

/** TAESD takes latents as they are. */
const ruleWith = (run: DiffusionRun, decoder: DecoderChoice): DiffusionRule => {
  const isTiny = run.parts[decoder] === run.parts.tiny_decoder;
  return { ...ruleOf(run), decoderScaling: isTiny ? 1 : run.rule.scaling };
};

function sizeOf(work: DiffusionWork, job: NonNullable<MakeTask['job']>): Size {
  const { defaults } = work.run;
  if (work.mode === 'text-to-image') {
    return {
      width: Number(job.input['width'] ?? defaults.width),
      height: Number(job.input['height'] ?? defaults.height),
    };
  }
  const { min, usual, step } = diffusionSides(work.run);
  const like = sourceOf(job.sources, 'image');
  // A long one is as large as the model's own, in its own shape.
  return sizeLike(like, defaults.width * defaults.height, step, { min, max: 2 * usual });
}

async function startOf(
  { mode }: DiffusionWork,
  { input, sources }: NonNullable<MakeTask['job']>,
  size: Size,
) {
  if (mode === 'text-to-image') return null;
  return {
    picture: await planesOf(sourceOf(sources, 'image'), size),
    strength: Number(input['denoising_strength'] ?? 0.75),
    mask: mode === 'inpainting' ? await maskOf(sourceOf(sources, 'mask'), size) : null,
  };
}

/** Makes the pictures of a job, one after the other. */
export async function makeFromWords(
  task: MakeTask,
  work: DiffusionWork,
  job: NonNullable<MakeTask['job']>,
  report: Report,
): Promise<MadeOutput[]> {
  const { run } = work;
  const { input, outputs } = job;
  const tokenizer = await tokenizerOf(run);
  const padding = run.padding ?? undefined;
  const chunksOf = (text: unknown) =>
    promptChunks(typeof text === 'string' ? text : '', tokenizer, padding);
  const decoder = decoderOf(run, input['decoder']);
  const { of } = loadNetworks(task.runtimeFolder, run.parts, task.threads);
  const networks = of(decoder);
  const rule = ruleWith(run, decoder);
  const size = sizeOf(work, job);
  const start = await startOf(work, job, size);
  const [empty] = chunksOf('');
  report(0.01);
  const made: MadeOutput[] = [];
  const beganMs = performance.now();
  let previewsMs = 0;

  async function tell(picture: number, { step, steps, clean }: DiffusionNews): Promise<void> {
    const fraction = 0.01 + (0.99 * (picture + (0.95 * step) / steps)) / outputs;
    const isDue = previewsMs <= previewShare * (performance.now() - beganMs);
    if (!task.tellsPreviews || run.parts.tiny_decoder === null || !isDue || step === steps) {
      report(fraction);
      return;
    }
    const fromMs = performance.now();
    const preview = await previewOf(await of('tiny_decoder').decode(clean()));
    previewsMs += performance.now() - fromMs;
    report(fraction, preview);
  }

  for (let picture = 0; picture < outputs; picture += 1) {
    const seed = (Number(job.seed) + picture) % 2 ** 32;
    const result = await diffuse(
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
      { ...(empty && { empty }), tell: (news) => tell(picture, news) },
    );
    const encoded = await encodePicture(asSharp(result.picture), size);
    made.push({ index: picture, seed: String(seed), parameters: input, warnings: [], ...encoded });
    report(0.01 + (0.99 * (picture + 1)) / outputs);
  }
  return made;
}

/** How long each part takes here, at the model's own size. */
export interface DiffusionPace {
  /** Of running the network once. */
  stepSeconds: number;
  /** Of words, decoding and all else, for each picture. */
  restSeconds: number;
  /** Pixels of that size. */
  pixels: number;
}

/** Makes one step of nothing in particular, the second of two. */
export async function measureDiffusion(
  task: MakeTask,
  { run }: DiffusionWork,
): Promise<DiffusionPace> {
  const tokenizer = await tokenizerOf(run);
  const { of } = loadNetworks(task.runtimeFolder, run.parts, task.threads);
  const networks = of('decoder');
  const rule = ruleWith(run, 'decoder');
  const { width, height } = run.defaults;
  const chunks = promptChunks('a photo', tokenizer, run.padding ?? undefined);
  let stepSeconds = 0;
  async function make(): Promise<number> {
    const beganMs = performance.now();
    stepSeconds = 0;
    const timed = {
      ...networks,
      denoise: async (...given: Parameters<typeof networks.denoise>) => {
        const fromMs = performance.now();
        const output = await networks.denoise(...given);
        stepSeconds += (performance.now() - fromMs) / 1000;
        return output;
      },
    };
    await diffuse(
      {
        prompt: chunks,
        negative: chunks,
        cfg: 1,
        clipSkip: 0,
        seed: 1,
        width,
        height,
        sampler: run.defaults.sampler,
        karras: run.defaults.karras,
        steps: 1,
        start: null,
      },
      rule,
      timed,
    );
    return (performance.now() - beganMs) / 1000;
  }
  await make();
  const wholeSeconds = await make();
  return { stepSeconds, restSeconds: wholeSeconds - stepSeconds, pixels: width * height };
}
