import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';

import * as contract from '../../src/api/contract/works.ts';
import type { ServerWork } from '../../src/api/contract/works.ts';
import type { Database } from '../database/connect.ts';
import { files, jobs, works } from '../database/schema.ts';
import { fileUrl } from '../files/store.ts';
import type { FileStore } from '../files/store.ts';
import type { Mount } from '../http/mount.ts';
import { describeMarks, mountMarks } from './marks.ts';

interface WorkRow {
  work: typeof works.$inferSelect;
  file: typeof files.$inferSelect;
  job: typeof jobs.$inferSelect;
}

function describeWork({ work, file, job }: WorkRow, source: string | null): ServerWork {
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
    ...describeMarks(work),
  };
}

export function mountWorks(mount: Mount, database: Database, store: FileStore): void {
  mount(contract.worksCount, async ({ user }) => {
    const [row] = await database
      .select({ data: count() })
      .from(works)
      .where(eq(works.userId, user.id));
    return { data: row?.data ?? 0 };
  });

  mount(contract.listWorks, async ({ user, body }) => {
    const rows = await database
      .select({ work: works, file: files, job: jobs })
      .from(works)
      .innerJoin(files, eq(files.id, works.fileId))
      .innerJoin(jobs, eq(jobs.id, works.jobId))
      .where(eq(works.userId, user.id))
      .orderBy(body.order === 'ASC' ? asc(works.seq) : desc(works.seq))
      .limit(body.page_size)
      .offset((body.page_number - 1) * body.page_size);
    const sourceIds = rows.flatMap(({ job }) =>
      job.sources.slice(0, 1).map((source) => source.fileId),
    );
    const sources =
      sourceIds.length > 0
        ? await database.select().from(files).where(inArray(files.id, sourceIds))
        : [];
    const urlOf = new Map(sources.map((file) => [file.id, fileUrl(file)]));
    return {
      data: rows.map((row) =>
        describeWork(row, urlOf.get(row.job.sources[0]?.fileId ?? '') ?? null),
      ),
    };
  });

  mount(contract.deleteWorks, async ({ user, body }) => {
    const removed = await database.transaction(async (transaction) => {
      const gone = await transaction
        .delete(works)
        .where(and(eq(works.userId, user.id), inArray(works.id, body.image_ids)))
        .returning({ fileId: works.fileId });
      if (gone.length === 0) return { count: 0, files: [] };
      const ids = gone.map((row) => row.fileId);
      const rows = await transaction.delete(files).where(inArray(files.id, ids)).returning();
      return { count: gone.length, files: rows };
    });
    // After the commit: a file without a row is swept, a row without a file would be a broken picture.
    await store.remove(removed.files);
    return { data: { deleted: removed.count } };
  });

  mountMarks(mount, database);

  mount(contract.log, ({ body, log, header }) => {
    const text = typeof body.log === 'string' ? body.log : JSON.stringify(body.log);
    log.warn(
      { device: text.slice(0, 4_000), agent: header('User-Agent')?.slice(0, 200) },
      'a device reports',
    );
    return { status: true as const };
  });
}
