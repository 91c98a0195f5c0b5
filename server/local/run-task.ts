import os from 'node:os';
import sharp from 'sharp';
import { EngineError } from '../engines/contract/engine.ts';
import { encodePicture } from '../engines/contract/encode-picture.ts';
import { decodePicture, openPicture } from '../engines/contract/open-picture.ts';
import type { RawPicture } from '../engines/contract/open-picture.ts';
import { makeInProcess } from '../engines/contract/process-job.ts';
import type {
  MadeOutput,
  ProcessNews,
  ProcessResult,
  Report,
} from '../engines/contract/process-job.ts';
import type { TaskSurroundings } from '../processes/serve.ts';
import { resultMaxSide } from '../../src/domain/limits.ts';
import type {
  DiffusionWork,
  JudgeTask,
  LocalTask,
  LocalWork,
  MakeTask,
  WarmTask,
} from './contract.ts';
import { makeFromWords, measureDiffusion } from './diffusion.ts';
import { loadModel, loadNetworks } from './runtime.ts';
import { inTiles, type Rgb, type TileModel } from './tiles.ts';

/** Of a picture that is not finished: so large, and so often at most. */
const previewSide = 512;
const previewEveryMs = 1_000;

/** The platform answers people while a model computes. */
const niceness = 10;

/** From pixels one after the other to one colour after the other, which most models take. */
function toPlanes(pixels: Float32Array, count: number): Float32Array {
  const planes = new Float32Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      planes[channel * count + at] = pixels[at * 3 + channel] ?? 0;
    }
  }
  return planes;
}

function fromPlanes(planes: Float32Array, count: number): Float32Array {
  const pixels = new Float32Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      pixels[at * 3 + channel] = planes[channel * count + at] ?? 0;
    }
  }
  return pixels;
}

type TileWork = Exclude<LocalWork, DiffusionWork>;
type TileTask = MakeTask & { work: TileWork };

const fileOf = (work: TileWork, scale: number): string => {
  if (work.task === 'deblur') return work.file;
  const found = work.graphs.find((graph) => graph.scale === scale) ?? work.graphs[0];
  if (!found) throw new EngineError('engine-failed', 'The pack has no graph', { retryable: false });
  return found.file;
};

async function tileModel(task: TileTask, scale: number): Promise<TileModel> {
  const { work, runtimeFolder, threads } = task;
  const model = await loadModel(runtimeFolder, fileOf(work, scale), threads);
  if (work.task === 'deblur') {
    return async (tile, width, height) =>
      (await model({ data: tile, dims: [1, height, width, 3] })).data;
  }
  return async (tile, width, height) => {
    const { data } = await model({
      data: toPlanes(tile, width * height),
      dims: [1, 3, height, width],
    });
    return fromPlanes(data, width * height * scale * scale);
  };
}

/** Colours alone: what is transparent is worked on as it would look without that. */
async function coloursOf({ data, width, height, channels }: RawPicture): Promise<Rgb> {
  if (channels === 3) return { data, width, height };
  const colours = await sharp(data, { raw: { width, height, channels } })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data: colours, width, height };
}

/** How transparent each pixel is, at the size of the result; null where nothing is. */
async function alphaOf(picture: RawPicture, width: number, height: number): Promise<Buffer | null> {
  const { data, channels } = picture;
  if (channels === 3) return null;
  return sharp(data, { raw: { width: picture.width, height: picture.height, channels } })
    .extractChannel(3)
    .resize(width, height, { kernel: 'lanczos3' })
    .raw()
    .toBuffer();
}

/** What was made, and what was there, in parts. */
function mixed(made: Uint8Array, before: Uint8Array, strength: number): Uint8Array {
  if (strength >= 1) return made;
  return made.map((value, at) => Math.round(value * strength + (before[at] ?? 0) * (1 - strength)));
}

async function makePicture(
  task: TileTask,
  job: NonNullable<MakeTask['job']>,
  report: Report,
): Promise<MadeOutput[]> {
  const { work } = task;
  const scale = work.task === 'upscale' ? Number(job.input['scale'] ?? 2) : 1;
  const opened = await openPicture(job.sources, 'image');
  if (Math.max(opened.width, opened.height) * scale > resultMaxSide) {
    throw new EngineError('too-large', `The result has at most ${resultMaxSide} px a side`, {
      retryable: false,
    });
  }
  const source = await decodePicture(opened);
  report(0.01);
  const model = await tileModel(task, scale);
  report(0.02);
  const colours = await coloursOf(source);
  const rules = {
    side: work.side,
    overlap: work.overlap,
    scale,
    mayBeSmaller: work.task === 'upscale',
  };
  // The first one comes soon.
  let lastMs = performance.now() - previewEveryMs * 0.75;
  const made = await inTiles(colours, rules, model, async (part, glance) => {
    const fraction = 0.02 + 0.95 * part;
    const isDue = task.tellsPreviews && part < 1 && performance.now() - lastMs >= previewEveryMs;
    if (!isDue) {
      report(fraction);
      return;
    }
    lastMs = performance.now();
    const { data, ...size } = glance(previewSide);
    const preview = await sharp(data, { raw: { ...size, channels: 3 } })
      .webp({ quality: 70 })
      .toBuffer();
    report(fraction, { data: preview, mediaType: 'image/webp' });
  });
  const { width, height } = made;
  const strength = work.task === 'deblur' ? Number(job.input['strength'] ?? 1) : 1;
  const data = mixed(made.data, colours.data, strength);
  let pipeline = sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  const alpha = await alphaOf(source, width, height);
  if (alpha) pipeline = pipeline.joinChannel(alpha, { raw: { width, height, channels: 1 } });
  const encoded = await encodePicture(pipeline, { width, height });
  report(1);
  const { seed, input } = job;
  return [{ index: 0, seed, parameters: input, warnings: source.warnings, ...encoded }];
}

/** No picture: what came of looking at one. */
const finding = (parameters: MadeOutput['parameters']): MadeOutput => ({
  index: 0,
  data: new Uint8Array(),
  mediaType: 'application/octet-stream',
  width: 0,
  height: 0,
  seed: '0',
  parameters,
  warnings: [],
});

/** How much a picture is of each class, 0…1 and together 1. */
async function judge(task: JudgeTask): Promise<MadeOutput[]> {
  const { file, side, runtimeFolder, threads, picture } = task;
  const model = await loadModel(runtimeFolder, file, threads);
  const pixels = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(side, side, { fit: 'fill', kernel: 'linear' })
    .raw({ depth: 'uchar' })
    .toBuffer();
  const values = Float32Array.from(pixels, (value) => value / 255);
  const { data } = await model({
    data: toPlanes(values, side * side),
    dims: [1, 3, side, side],
  });
  return [finding({ scores: [...data] })];
}

/** One tile of nothing: the second of two, since a model prepares itself with the first. */
async function measure(task: TileTask): Promise<MadeOutput[]> {
  const { work } = task;
  const scale = work.task === 'upscale' ? (work.graphs[0]?.scale ?? 2) : 1;
  const model = await tileModel(task, scale);
  const tile = new Float32Array(work.side ** 2 * 3).fill(0.5);
  await model(tile, work.side, work.side);
  const beganMs = performance.now();
  await model(tile, work.side, work.side);
  const seconds = (performance.now() - beganMs) / 1000;
  const fresh = (work.side - work.overlap) ** 2;
  return [finding({ secondsPerMegapixel: (seconds * 1_000_000) / fresh })];
}

/** Lets a model that works in tiles do what it was asked for. */
function workInTiles(task: TileTask, report: Report): Promise<MadeOutput[]> {
  return task.job ? makePicture(task, task.job, report) : measure(task);
}

async function workFromWords(
  task: MakeTask,
  work: DiffusionWork,
  report: Report,
): Promise<MadeOutput[]> {
  if (task.job) return makeFromWords(task, work, task.job, report);
  return [finding({ pace: JSON.stringify(await measureDiffusion(task, work)) })];
}

async function warm({ work, runtimeFolder, threads }: WarmTask): Promise<void> {
  if (work.task === 'diffusion') {
    await loadNetworks(runtimeFolder, work.run.parts, threads).warm();
  } else {
    await loadModel(runtimeFolder, fileOf(work, 0), threads);
  }
}

/** Lets a model work for one job. */
export function runLocalTask(
  task: LocalTask,
  surroundings: TaskSurroundings<ProcessNews>,
): Promise<ProcessResult> {
  os.setPriority(niceness);
  return makeInProcess(surroundings, async (report) => {
    if (task.kind === 'judge') return judge(task);
    if (task.kind === 'warm') {
      await warm(task);
      return [];
    }
    const { work } = task;
    return work.task === 'diffusion'
      ? workFromWords(task, work, report)
      : workInTiles({ ...task, work }, report);
  });
}
