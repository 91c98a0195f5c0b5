import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { sizeFor } from '../../src/diffusion/forms.ts';
import {
  makePictures,
  measurePace,
  pixelsOf,
  planesOf,
  type DiffusionPace,
  type Maker,
} from '../../src/diffusion/make.ts';
import { LoraError, loraReason } from '../../src/diffusion/lora-file.ts';
import type { Planes } from '../../src/diffusion/planes.ts';
import type { DiffusionRun } from '../../src/diffusion/run.ts';
import { clipTokenizer, readVocabulary, type Tokenizer } from '../../src/diffusion/tokenizer.ts';
import { EngineError, type EnginePreview, type EngineSource } from '../engines/contract/engine.ts';
import { encodePicture } from '../engines/contract/encode-picture.ts';
import type { MadeOutput, Report } from '../engines/contract/process-job.ts';
import { maskAsPng, pictureAsPng } from '../engines/decode.ts';
import { sourceOf } from '../engines/pictures.ts';
import type { DiffusionWork, MakeTask } from './contract.ts';
import { loadNetworks } from './runtime.ts';

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

async function makerOf(task: MakeTask, { run }: DiffusionWork): Promise<Maker> {
  const tokenizer = await tokenizerOf(run);
  const { of } = await loadNetworks(task, run.parts);
  return { tokenizer, networksWith: of };
}

const asSharp = (planes: Planes) =>
  sharp(Buffer.from(pixelsOf(planes, 3).buffer), {
    raw: { width: planes.width, height: planes.height, channels: 3 },
    limitInputPixels: false,
  });

interface Size {
  width: number;
  height: number;
}

async function pictureOf(source: EngineSource, size: Size): Promise<Planes> {
  const png = await pictureAsPng(source, size);
  const pixels = await sharp(png)
    .flatten({ background: '#fff' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  return planesOf(pixels, size, 3);
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

function sizeOf(work: DiffusionWork, job: NonNullable<MakeTask['job']>): Size {
  const { defaults } = work.run;
  if (work.mode === 'text-to-image') {
    return {
      width: Number(job.input['width'] ?? defaults.width),
      height: Number(job.input['height'] ?? defaults.height),
    };
  }
  return sizeFor(work.run, sourceOf(job.sources, 'image'));
}

async function startOf(
  { mode }: DiffusionWork,
  { input, sources }: NonNullable<MakeTask['job']>,
  size: Size,
) {
  if (mode === 'text-to-image') return null;
  return {
    picture: await pictureOf(sourceOf(sources, 'image'), size),
    strength: Number(input['denoising_strength'] ?? 0.75),
    mask: mode === 'inpainting' ? await maskOf(sourceOf(sources, 'mask'), size) : null,
  };
}

/** It is the person's to choose another one. */
function refusedLora(error: LoraError): EngineError {
  return new EngineError('invalid-input', error.message, {
    retryable: false,
    reasons: [loraReason(error)],
  });
}

const nowMs = (): number => performance.now();

/** Makes the pictures of a job, one after the other. */
export async function makeFromWords(
  task: MakeTask,
  work: DiffusionWork,
  job: NonNullable<MakeTask['job']>,
  report: Report,
): Promise<MadeOutput[]> {
  const { input, seed, outputs } = job;
  const maker = await makerOf(task, work);
  const size = sizeOf(work, job);
  const start = await startOf(work, job, size);
  const made: MadeOutput[] = [];
  const making = makePictures({ run: work.run, input, seed, outputs, size, start }, maker, {
    nowMs,
    wantsGlances: task.tellsPreviews,
    async tell({ fraction, glance }) {
      if (glance) report(fraction, await previewOf(await glance()));
      else report(fraction);
    },
    async keep({ index, seed: used, planes }) {
      const encoded = await encodePicture(asSharp(planes), size);
      made.push({ index, seed: String(used), parameters: input, warnings: [], ...encoded });
    },
  });
  await making.catch((error: unknown) => {
    throw error instanceof LoraError ? refusedLora(error) : error;
  });
  return made;
}

/**
 * Makes one step of nothing in particular, the second of two.
 * @returns how fast that went, and what came of it
 */
export const measureDiffusion = async (
  task: MakeTask,
  work: DiffusionWork,
): Promise<{ pace: DiffusionPace; made: Float32Array }> => {
  const maker = await makerOf(task, work);
  const { latents: made, ...pace } = await measurePace(work.run, maker, nowMs);
  return { pace, made };
};
