import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import { KilnError } from '../../src/domain/errors.ts';
import { recipeReadMs } from '../../src/domain/limits.ts';
import type { ExaminedZip } from '../../src/domain/training.ts';
import type { Recipe } from '../../src/domain/recipes/recipe.ts';
import type { SourceLimits } from '../../src/domain/source-limits.ts';
import { outputMediaTypes } from './contract.ts';
import type {
  GridPicture,
  ImagingResult,
  ImagingWorker,
  OutputFormat,
  PictureDifference,
  PreparedPicture,
} from './contract.ts';

const idleStopMs = 10_000;

let worker: Worker | null = null;
let remote: Remote<ImagingWorker> | null = null;
let pendingCalls = 0;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
/** Rejects the calls of a worker that died or was stopped. */
let failPending = new Set<(error: unknown) => void>();

function stop(reason: unknown): void {
  worker?.terminate();
  worker = null;
  remote = null;
  const waiting = failPending;
  failPending = new Set();
  for (const fail of waiting) fail(reason);
}

function start(): Remote<ImagingWorker> {
  clearTimeout(idleTimer);
  if (remote) return remote;
  worker = new Worker(new URL('./imaging.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-imaging',
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    stop(new KilnError('unknown', { retryable: true, detail: event.message }));
  });
  remote = wrap<ImagingWorker>(worker);
  return remote;
}

async function call<Value>(
  signal: AbortSignal | undefined,
  ask: (worker: Remote<ImagingWorker>) => Promise<ImagingResult<Value>>,
): Promise<Value> {
  signal?.throwIfAborted();
  const on = start();
  pendingCalls += 1;
  let fail: ((error: unknown) => void) | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject;
    failPending.add(reject);
  });
  const onAbort = () => {
    // Decoding can't be interrupted. The answer is ignored, or the worker is ended if it has nothing else to do.
    if (pendingCalls === 1) stop(signal?.reason);
    else fail?.(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await Promise.race([ask(on), ended]);
    if (result.ok) return result.value;
    throw new KilnError(result.problem, { retryable: false, detail: result.detail });
  } finally {
    signal?.removeEventListener('abort', onAbort);
    if (fail) failPending.delete(fail);
    pendingCalls -= 1;
    if (pendingCalls === 0) {
      idleTimer = setTimeout(stop, idleStopMs, new Error('Idle'));
    }
  }
}

/**
 * Reads a picked picture and, if the model doesn't accept it as it is, makes the copy to upload: rotated by its
 * EXIF orientation, downscaled, of an accepted type. The result is for `putSource`.
 * @throws KilnError `unsupported-media`, `too-large`, `unknown`; the signal's reason when aborted
 */
export async function preparePicture(
  picked: Blob,
  limits: SourceLimits,
  signal?: AbortSignal,
): Promise<PreparedPicture> {
  return call(signal, (on) => on.prepare(picked, limits));
}

/**
 * Looks into a training zip before a byte of it is sent.
 * @throws KilnError `unsupported-media` for what is no zip that can be read; the signal's reason when aborted
 */
export async function examineTraining(file: Blob, signal?: AbortSignal): Promise<ExaminedZip> {
  return call(signal, (on) => on.examineTraining(file));
}

/** Hex SHA-256 of a file that stays as it is. @throws KilnError `unknown` */
export async function hashFile(file: Blob, signal?: AbortSignal): Promise<string> {
  return call(signal, (on) => on.hash(file));
}

/**
 * The settings that a picture carries, as the program that made it wrote them; null where there are none. A file over
 * which the reader ponders too long counts as one without.
 */
export async function readRecipe(file: Blob): Promise<Recipe | null> {
  try {
    return await call(AbortSignal.timeout(recipeReadMs), (on) => on.readRecipe(file));
  } catch {
    return null;
  }
}

/**
 * A copy of a picture that says how it was made, for a file that leaves; a type that can't say it comes back as it is.
 * @param recipe null: a copy that says nothing of it
 * @throws KilnError `unknown`
 */
export async function writeRecipe(
  file: Blob,
  recipe: Recipe | null,
  signal?: AbortSignal,
): Promise<Blob> {
  return call(signal, (on) => on.writeRecipe(file, recipe));
}

/**
 * What differs between two pictures, the second stretched to the size of the first.
 * @throws KilnError `unsupported-media` where one can't be decoded, `too-large`; the signal's reason when aborted
 */
export async function differenceOfPictures(
  left: Blob,
  right: Blob,
  signal?: AbortSignal,
): Promise<PictureDifference> {
  return call(signal, (on) => on.difference(left, right));
}

/**
 * Converts a picture to another format, for a download.
 * @throws KilnError `unsupported-media` where the browser cannot encode it (WebP in Safari)
 */
export async function convertPicture(
  picture: Blob,
  format: OutputFormat,
  signal?: AbortSignal,
): Promise<Blob> {
  if (picture.type === outputMediaTypes[format]) return picture;
  return call(signal, (on) => on.convert(picture, format));
}

/**
 * Draws a grid of pictures with its labels as one picture.
 * @throws KilnError `unsupported-media` where the browser cannot encode the format (WebP in Safari), `too-large`
 */
export async function drawGridPicture(
  grid: GridPicture,
  format: OutputFormat,
  signal?: AbortSignal,
): Promise<Blob> {
  return call(signal, (on) => on.drawGrid(grid, format));
}
