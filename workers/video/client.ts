import { wrap } from 'comlink';
import type { FilmSize } from '../../src/domain/film-plan.ts';
import { withProgress } from '../progress.ts';
import { filmFolder } from './contract.ts';
import type {
  FilmJob,
  FilmProgress,
  FilmResult,
  FinishedFilm,
  SizedWays,
  VideoProblem,
  VideoWorker,
} from './contract.ts';

const removeAttempts = 20;
const removeAgainMs = 100;

/** What kept a film from being made. */
export class VideoError extends Error {
  readonly problem: VideoProblem;
  /** The place of the picture that it lies in, from 0 on. */
  readonly picture: number | null;

  constructor(problem: VideoProblem, detail: string, picture: number | null = null) {
    super(detail);
    this.name = 'VideoError';
    this.problem = problem;
    this.picture = picture;
  }
}

/**
 * A worker for one question: it is ended with the answer, and at once when nobody waits for one any more. Decoding and
 * encoding can't be interrupted otherwise.
 */
async function ask<Value>(
  question: (worker: ReturnType<typeof wrap<VideoWorker>>) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  signal?.throwIfAborted();
  if (typeof Worker === 'undefined') throw new VideoError('no-workers', 'No Worker');
  const worker = new Worker(new URL('./video.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-video',
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    // A script that could not be loaded has no message; one that failed has.
    const problem = event.message ? 'unknown' : 'worker-not-found';
    reject(new VideoError(problem, event.message || 'The script could not be loaded'));
  });
  const onAbort = () => {
    worker.terminate();
    reject(signal?.reason);
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([question(wrap<VideoWorker>(worker)), ended]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    worker.terminate();
  }
}

/**
 * Which of the sizes this device can write, and how.
 * @param sizes the one that is wanted first, then smaller ones
 * @throws VideoError `no-workers`, `worker-not-found`; the signal's reason when aborted
 */
export async function findFilmWays(
  sizes: readonly FilmSize[],
  finalFramerate: number,
  signal?: AbortSignal,
): Promise<SizedWays> {
  return ask((worker) => worker.findWays(sizes, finalFramerate), signal);
}

async function filmsFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(filmFolder, { create: true });
  } catch {
    // Private windows have none.
    return null;
  }
}

const lockName = (name: string) => `kiln-film-${name}`;

/** Removes what tabs left behind that were closed while they wrote: nobody holds its lock any more. */
async function removeLeftovers(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const name of folder.keys()) {
    await navigator.locks.request(lockName(name), { ifAvailable: true }, async (lock) => {
      if (lock) await folder.removeEntry(name).catch(() => undefined);
    });
  }
}

/** A worker that was just ended lets go of its file a moment later; what is left is removed before the next film. */
async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let attempt = 0; attempt < removeAttempts; attempt += 1) {
    try {
      await folder.removeEntry(name);
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return;
      await new Promise((resolve) => {
        setTimeout(resolve, removeAgainMs);
      });
    }
  }
}

/** Holds a file's lock. @returns lets go of it */
async function holdLock(name: string): Promise<() => void> {
  const { promise: until, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: onHeld } = Promise.withResolvers<void>();
  void navigator.locks.request(lockName(name), async () => {
    onHeld();
    await until;
  });
  await held;
  return release;
}

/**
 * Makes a film.
 * @param signal ends the work at once
 * @throws VideoError; the signal's reason when aborted
 */
export async function assembleFilm(
  job: Omit<FilmJob, 'fileName'>,
  options: {
    signal?: AbortSignal;
    onProgress?: (progress: FilmProgress) => void;
    /** For what is small and seen once. */
    inMemory?: boolean;
  } = {},
): Promise<FinishedFilm> {
  const { signal, onProgress, inMemory = false } = options;
  if (job.pictures.length === 0) throw new VideoError('no-pictures', 'None were given');
  const folder = inMemory ? null : await filmsFolder();
  const fileName = folder && crypto.randomUUID();
  let unlock = () => {};
  if (folder && fileName) {
    await removeLeftovers(folder);
    unlock = await holdLock(fileName);
  }
  try {
    const result = await withProgress(onProgress ?? (() => {}), (tell) =>
      ask<FilmResult>((worker) => worker.assemble({ ...job, fileName }, tell), signal),
    );
    if (!result.ok) throw new VideoError(result.problem, result.detail, result.picture);
    return result.film;
  } finally {
    // Nobody waits for the file to be gone.
    if (folder && fileName) void removeFile(folder, fileName).finally(unlock);
  }
}
