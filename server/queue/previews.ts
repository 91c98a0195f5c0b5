import { and, eq, sql } from 'drizzle-orm';
import pLimit from 'p-limit';

import { previewMinIntervalMs } from '../../src/domain/limits.ts';
import type { Database } from '../database/connect.ts';
import { jobPreviews, jobs } from './tables.ts';
import type { EnginePreview } from '../engines/contract/engine.ts';
import type { Log } from '../log.ts';
import { CallFailed, endedItsProcess, inProcess } from '../processes/calls.ts';
import type { JobRow } from './job.ts';
import type * as Shrinking from './shrink-preview.ts';

/** All running jobs together: pictures that people wait for come first. */
const inTurn = pLimit(1);

const shrinkPreview = inProcess<typeof Shrinking.shrinkPreview>(
  new URL('./shrink-preview.ts', import.meta.url),
  'shrinkPreview',
);

/** Whatever an engine calls a preview is opened within it. */
const sourceMaxBytes = 8 * 1024 * 1024;

/** @returns WebP of at most 256 px a side and 24 KB; null when it is no picture */
async function shrink({ data }: EnginePreview): Promise<Buffer | null> {
  if (data.length > sourceMaxBytes) return null;
  const small = await shrinkPreview([data]).catch((error: unknown) => {
    // Half a frame; the next one will do.
    if (error instanceof CallFailed || endedItsProcess(error)) return null;
    throw error;
  });
  return small && Buffer.from(small);
}

/**
 * Keeps a preview for whoever asks, at whatever process. The job's row is locked by it: an end that comes
 * meanwhile waits, and takes the preview away with it.
 */
async function keep(database: Database, job: JobRow, data: Buffer): Promise<void> {
  await database.execute(sql`
    with held as (
      update ${jobs} set preview_number = preview_number + 1
      where id = ${job.id} and fence = ${job.fence} and state = 'Processing'
      returning id
    )
    insert into ${jobPreviews} (job_id, data) select id, ${data} from held
    on conflict (job_id) do update set data = excluded.data
  `);
}

export interface Previews {
  take(preview: EnginePreview): void;
  /** Nothing is written after it resolved. */
  stop(): Promise<void>;
}

/** Thins a job's previews out to about one a second; the newest is always shown. */
export function createPreviews(database: Database, job: JobRow, log: Log): Previews {
  let latest: EnginePreview | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let lastMs = -Infinity;
  let isStopped = false;

  async function write(): Promise<void> {
    const next = latest;
    latest = null;
    if (!next) return;
    lastMs = performance.now();
    try {
      const data = await inTurn(() => shrink(next));
      if (data && !isStopped) await keep(database, job, data);
    } catch (error) {
      log.debug({ err: error }, 'a preview could not be kept');
    }
  }

  function schedule(): void {
    if (timer || writing || isStopped) return;
    timer = setTimeout(
      () => {
        timer = null;
        writing = write().finally(() => {
          writing = null;
          if (latest) schedule();
        });
      },
      Math.max(0, previewMinIntervalMs - (performance.now() - lastMs)),
    );
  }

  return {
    take(preview) {
      latest = preview;
      schedule();
    },
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await writing;
    },
  };
}

/** @returns the newest preview of a person's job, `data` null when there is none; null when there is no such job */
export async function findPreview(
  database: Database,
  userId: number,
  jobId: string,
): Promise<{ number: number; data: Buffer | null } | null> {
  const [found] = await database
    .select({ number: jobs.previewNumber, data: jobPreviews.data })
    .from(jobs)
    .leftJoin(jobPreviews, eq(jobPreviews.jobId, jobs.id))
    .where(and(eq(jobs.id, jobId), eq(jobs.userId, userId)));
  return found ?? null;
}
