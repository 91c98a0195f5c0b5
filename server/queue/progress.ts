import type { Database } from '../database/connect.ts';
import { jobs } from './tables.ts';
import type { EngineProgress } from '../engines/contract/engine.ts';
import type { Log } from '../log.ts';
import { stillHeld } from './claim.ts';
import type { JobRow } from './job.ts';
import { createPreviews } from './previews.ts';

export interface Progress {
  report(progress: EngineProgress): void;
  /** Nothing is written after it resolved. */
  stop(): Promise<void>;
}

/** Twice a second is as often as anybody asks. */
const writeEveryMs = 500;

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? Math.max(0, value) : null;

/** Thins an engine's reports out and writes the newest; a fraction never falls. */
export function createProgress(database: Database, job: JobRow, log: Log): Progress {
  const previews = createPreviews(database, job, log);
  let latest: EngineProgress | null = null;
  let fraction = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();
  let lastWrite = -Infinity;
  let isStopped = false;

  async function write(): Promise<void> {
    const next = latest;
    latest = null;
    if (!next || isStopped) return;
    lastWrite = performance.now();
    fraction = Math.max(fraction, Math.min(1, finite(next.fraction) ?? 0));
    try {
      await database
        .update(jobs)
        .set({
          phase: next.phase,
          fraction,
          engineWaitSeconds: finite(next.waitSeconds),
          engineQueuePosition:
            next.queuePosition === undefined ? null : Math.round(next.queuePosition),
          engineIsPossible: next.isPossible ?? true,
          finishedOutputs: Math.min(job.outputs, Math.max(0, Math.round(next.finished ?? 0))),
        })
        .where(stillHeld(job.id, job.fence));
    } catch (error) {
      log.debug({ err: error }, 'progress could not be written');
    }
  }

  return {
    report(progress) {
      if (progress.preview) previews.take(progress.preview);
      latest = progress;
      if (timer || isStopped) return;
      timer = setTimeout(
        () => {
          timer = null;
          writing = writing.then(write);
        },
        Math.max(0, writeEveryMs - (performance.now() - lastWrite)),
      );
    },
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await Promise.all([writing, previews.stop()]);
    },
  };
}
