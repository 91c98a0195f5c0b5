import { Piscina } from 'piscina';

import { EngineError } from '../engines/engine.ts';
import type { LookResult, LookTask } from './builtin/look.worker.ts';

type Seen<Wanted extends LookTask['wanted']> = Extract<LookResult, { ok: true; wanted: Wanted }>;

/** One thread that opens pictures for whoever describes them. */
export interface Looker {
  look<Wanted extends LookTask['wanted']>(
    task: LookTask & { wanted: Wanted },
    signal: AbortSignal,
  ): Promise<Seen<Wanted>>;
  stop(): Promise<void>;
}

const queueMax = 64;

export function createLooker(): Looker {
  let pool: Piscina<LookTask, LookResult> | null = null;
  const open = () =>
    (pool ??= new Piscina<LookTask, LookResult>({
      filename: new URL('./builtin/look.worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      maxQueue: queueMax,
      idleTimeout: 30_000,
      // Blocking on Atomics between tasks would starve sharp's callbacks.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    }));
  return {
    async look(task, signal) {
      const result = await open()
        .run(task, { signal })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw new EngineError('engine-failed', 'The picture could not be looked at', {
            retryable: true,
            cause: error,
          });
        });
      if (result.ok) return result as Seen<typeof task.wanted>;
      throw new EngineError(result.code, result.message, { retryable: result.retryable });
    },
    async stop() {
      const stopping = pool;
      pool = null;
      await stopping?.destroy();
    },
  };
}
