import { Piscina } from 'piscina';

import { EngineError, toldEngineError } from '../engines/contract/engine.ts';
import type { PictureReading, ReadingTask } from './builtin/picture-reader.worker.ts';

type ReadingOf<Wanted extends ReadingTask['wanted']> = Extract<
  PictureReading,
  { ok: true; wanted: Wanted }
>;

/** One thread that opens pictures for whoever describes them. */
export interface PictureReader {
  read<Wanted extends ReadingTask['wanted']>(
    task: ReadingTask & { wanted: Wanted },
    signal: AbortSignal,
  ): Promise<ReadingOf<Wanted>>;
  stop(): Promise<void>;
}

const queueMax = 64;

export function createPictureReader(): PictureReader {
  let pool: Piscina<ReadingTask, PictureReading> | null = null;
  const open = () =>
    (pool ??= new Piscina<ReadingTask, PictureReading>({
      filename: new URL('./builtin/picture-reader.worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      maxQueue: queueMax,
      idleTimeout: 30_000,
      // Blocking on Atomics between tasks would starve sharp's callbacks.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    }));
  return {
    async read(task, signal) {
      const result = await open()
        .run(task, { signal })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw new EngineError('engine-failed', 'The picture could not be read', {
            retryable: true,
            cause: error,
          });
        });
      if (result.ok) return result as ReadingOf<typeof task.wanted>;
      throw toldEngineError(result.error);
    },
    async stop() {
      const stopping = pool;
      pool = null;
      await stopping?.destroy();
    },
  };
}
