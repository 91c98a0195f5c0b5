import { wrap } from 'comlink';
import type { FolderModel } from '../../src/diffusion/model-folder.ts';
import { withProgress } from '../progress.ts';
import type {
  ChosenFile,
  FilesProgress,
  FilesResult,
  ModelFilesWorker,
  WantedFile,
} from './contract.ts';

/** A worker for one question: it is ended with the answer, and at once when nobody waits for one any more. */
async function ask<Value>(
  question: (worker: ReturnType<typeof wrap<ModelFilesWorker>>) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./model-files.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-model-files',
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new Error(event.message || 'The worker could not be loaded'));
  });
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([question(wrap<ModelFilesWorker>(worker)), ended]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    worker.terminate();
  }
}

interface Following {
  signal: AbortSignal;
  onProgress: (progress: FilesProgress) => void;
}

/** See `ModelFilesWorker.fetchAll`. @throws the signal's reason when aborted: what is here stays */
export async function fetchModelFiles(
  folder: string,
  files: readonly WantedFile[],
  { signal, onProgress }: Following,
): Promise<FilesResult<null>> {
  return withProgress(onProgress, (tell) =>
    ask<FilesResult<null>>((worker) => worker.fetchAll(folder, files, tell), signal),
  );
}

/** See `ModelFilesWorker.readFolder`. */
export async function readModelFiles(
  name: string,
  files: readonly ChosenFile[],
): Promise<FolderModel | string> {
  return ask<FolderModel | string>((worker) => worker.readFolder(name, files));
}

/** See `ModelFilesWorker.takeFiles`. @throws the signal's reason when aborted */
export async function takeModelFiles(
  folder: string,
  files: readonly ChosenFile[],
  { signal, onProgress }: Following,
): Promise<FilesResult<{ name: string; bytes: number; sha256: string }[]>> {
  return withProgress(onProgress, (tell) =>
    ask<FilesResult<{ name: string; bytes: number; sha256: string }[]>>(
      (worker) => worker.takeFiles(folder, files, tell),
      signal,
    ),
  );
}

/** See `ModelFilesWorker.remove`. */
export async function removeModelFiles(folder: string): Promise<void> {
  await ask<undefined>(async (worker) => {
    await worker.remove(folder);
    return undefined;
  });
}
