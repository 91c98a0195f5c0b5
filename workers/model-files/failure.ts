import type { DeviceProblem } from '../../src/diffusion/device-model.ts';
import type { FilesResult } from './contract.ts';

/** Why a file could not be had. */
export class FileFailure extends Error {
  readonly problem: DeviceProblem;

  constructor(problem: DeviceProblem, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'FileFailure';
    this.problem = problem;
  }
}

/** What the file system said, as a problem with words. */
function problemOf(error: unknown): DeviceProblem {
  if (error instanceof FileFailure) return error.problem;
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
  return isFull ? 'storage-full' : 'fails';
}

/** What came of it, failures as data. */
export async function resultOf<Value>(work: () => Promise<Value>): Promise<FilesResult<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, problem: problemOf(error), detail: String(error) };
  }
}

/** @throws FileFailure `storage-full` when so many bytes more are sure not to fit */
export async function assertRoomFor(bytes: number): Promise<void> {
  const { quota, usage } = await navigator.storage.estimate();
  if (quota !== undefined && usage !== undefined && quota - usage < bytes) {
    throw new FileFailure('storage-full', `${bytes} bytes are needed, ${quota - usage} are free`);
  }
}
