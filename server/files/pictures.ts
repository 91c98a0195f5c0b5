import { startPool, type ProcessPool } from '../processes/pool.ts';
import { ProcessEnded } from '../processes/host.ts';
import type { PictureResult, PictureTask, Size } from './picture-task.ts';

/** Pictures of strangers are decoded in processes: what one does to a decoder costs that picture alone. */
export interface Pictures {
  /** As it is seen; null for what no decoder reads. */
  measure(path: string): Promise<Size | null>;
  /** Writes a small WebP. @returns false where that can't be made */
  shrink(path: string, width: number, target: string): Promise<boolean>;
  stop(): Promise<void>;
}

const processes = 2;
/** The largest picture that may be uploaded, decoded, and what a decoder needs beside it. */
const memoryBytes = 1024 * 1024 * 1024;
const heapMb = 128;
const timeLimitMs = 60_000;

/** Started with the first picture. */
export function createPictures(): Pictures {
  let starting: Promise<ProcessPool<PictureTask, PictureResult, never>> | null = null;
  const never = new AbortController().signal;

  async function run(task: PictureTask): Promise<PictureResult> {
    const entry = new URL('./picture.process.ts', import.meta.url);
    starting ??= startPool({ entry, most: processes, memoryBytes, heapMb });
    const pool = await starting;
    const options = { signal: never, timeLimitMs, onNews: () => undefined };
    try {
      return await pool.run(task, options, (result) => Promise.resolve(result));
    } catch (error) {
      if (error instanceof ProcessEnded) return null;
      throw error;
    }
  }

  return {
    measure: (path) => run({ kind: 'measure', path }),
    shrink: async (path, width, target) =>
      (await run({ kind: 'shrink', path, width, target })) !== null,
    async stop() {
      await (await starting)?.stop();
    },
  };
}
