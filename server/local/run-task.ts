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
import type { DiffusionWork, JudgeTask, LocalTask, MakeTask, WarmTask } from './contract.ts';
import { makeFromWords, measureDiffusion } from './diffusion.ts';
import { loadModel, loadNetworks } from './runtime.ts';
import type { Rgb } from '../../src/diffusion/in-tiles.ts';
import { makeInTiles, measureTiles, scaleOf, toPlanes } from '../../src/diffusion/tile-make.ts';
import { graphFor, tileScales, type TileWork } from '../../src/diffusion/tile-run.ts';

/** Of a picture that is not finished: so large, and so often at most. */
const previewSide = 512;
const previewEveryMs = 1_000;

/** The platform answers people while a model computes. */
const niceness = 10;

type TileTask = MakeTask & { work: TileWork };

const networkOf = (task: TileTask, scale: number) => loadModel(task, graphFor(task.work, scale));

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

async function makePicture(
  task: TileTask,
  job: NonNullable<MakeTask['job']>,
  report: Report,
): Promise<MadeOutput[]> {
  const { work } = task;
  const scale = scaleOf(work, job.input);
  const opened = await openPicture(job.sources, 'image');
  if (Math.max(opened.width, opened.height) * scale > resultMaxSide) {
    throw new EngineError('too-large', `The result has at most ${resultMaxSide} px a side`, {
      retryable: false,
    });
  }
  const source = await decodePicture(opened);
  report(0.01);
  const network = await networkOf(task, scale);
  report(0.02);
  const colours = await coloursOf(source);
  // The first one comes soon.
  let lastMs = performance.now() - previewEveryMs * 0.75;
  const made = await makeInTiles(work, network, colours, job.input, async (part, glance) => {
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
  let pipeline = sharp(made.data, { raw: { width, height, channels: 3 }, limitInputPixels: false });
  const alpha = await alphaOf(source, width, height);
  if (alpha) pipeline = pipeline.joinChannel(alpha, { raw: { width, height, channels: 1 } });
  const encoded = await encodePicture(pipeline, { width, height });
  report(1);
  const { seed, input } = job;
  return [{ index: 0, seed, parameters: input, warnings: source.warnings, ...encoded }];
}

/** No picture: what came of looking at one, or of trying a model. */
const finding = (
  parameters: MadeOutput['parameters'],
  made: Float32Array = new Float32Array(),
): MadeOutput => ({
  index: 0,
  data: new Uint8Array(made.buffer, made.byteOffset, made.byteLength),
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
  const model = await loadModel({ runtimeFolder, provider: 'cpu', threads }, file);
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

async function measure(task: TileTask): Promise<MadeOutput[]> {
  const [scale = 1] = tileScales(task.work);
  const network = await networkOf(task, scale);
  const { made, ...pace } = await measureTiles(task.work, network, scale, () => performance.now());
  return [finding({ pace: JSON.stringify(pace) }, made)];
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
  const { pace, made } = await measureDiffusion(task, work);
  return [finding({ pace: JSON.stringify(pace) }, made)];
}

async function warm({ work, ...running }: WarmTask): Promise<void> {
  if (work.task === 'diffusion') await (await loadNetworks(running, work.run.parts)).warm();
  else await loadModel(running, graphFor(work, 0));
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
