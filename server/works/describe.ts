import { eq, inArray } from 'drizzle-orm';

import type { ServerWork } from '../../src/api/contract/works.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { files, jobs, works } from '../database/schema.ts';
import { fileUrl } from '../files/store.ts';
import { describeMarks } from './marks.ts';
import { describeKeeping } from './retention.ts';
import type { Retention } from './retention.ts';

export interface WorkParts {
  work: typeof works.$inferSelect;
  file: typeof files.$inferSelect;
  job: typeof jobs.$inferSelect;
}

/** Works with everything that is said of them; the caller adds condition, order and bounds. */
export function selectWorks(database: Database | Transaction) {
  return database
    .select({ work: works, file: files, job: jobs })
    .from(works)
    .innerJoin(files, eq(files.id, works.fileId))
    .innerJoin(jobs, eq(jobs.id, works.jobId))
    .$dynamic();
}

function describeWork(
  { work, file, job }: WorkParts,
  source: string | null,
  retention: Retention,
): ServerWork {
  return {
    image_id: work.id,
    job_id: job.id,
    intent_id: job.idempotencyKey,
    image: fileUrl(file),
    jobtype: job.jobType,
    modelname: job.modelName,
    model: work.model,
    params: work.params,
    prompt: job.prompt,
    template: job.template,
    originalfile: source,
    create_time: work.createdAt.toISOString(),
    category_id: null,
    seed: work.seed,
    width: file.width,
    height: file.height,
    media_type: file.mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    censored: work.censored,
    warnings: work.warnings,
    thumbhash: work.thumbhash,
    ...describeKeeping(work, retention),
    ...describeMarks(work),
  };
}

/** Works in the contract's form, in the order given. */
export async function describeWorks(
  database: Database | Transaction,
  rows: readonly WorkParts[],
  retention: Retention,
): Promise<ServerWork[]> {
  const sourceIds = rows.flatMap(({ job }) =>
    job.sources.slice(0, 1).map((source) => source.fileId),
  );
  const sources =
    sourceIds.length > 0
      ? await database.select().from(files).where(inArray(files.id, sourceIds))
      : [];
  const urlOf = new Map(sources.map((file) => [file.id, fileUrl(file)]));
  return rows.map((row) =>
    describeWork(row, urlOf.get(row.job.sources[0]?.fileId ?? '') ?? null, retention),
  );
}
