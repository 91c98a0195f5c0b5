import { asc, eq, inArray } from 'drizzle-orm';

import type { ServerWork } from '../../src/api/contract/works.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { files } from '../files/tables.ts';
import { works, workSources } from './tables.ts';
import type { FileAddresses } from '../files/addresses.ts';
import { describeUpload } from '../files/uploads.ts';
import { describeRating } from './ratings.ts';
import { describeKeeping } from './retention-rule.ts';
import type { Retention } from './retention-rule.ts';

/** What has to be known beside a work's rows to say everything of it. */
export interface Describing {
  retention: Retention;
  addresses: FileAddresses;
}

export interface WorkParts {
  work: typeof works.$inferSelect;
  file: typeof files.$inferSelect;
}

/** Works with everything that is said of them; the caller adds condition, order and bounds. */
export function selectWorks(database: Database | Transaction) {
  return database
    .select({ work: works, file: files })
    .from(works)
    .innerJoin(files, eq(files.id, works.fileId))
    .$dynamic();
}

/** The files that works were made from, by work. */
async function sourcesOf(
  database: Database | Transaction,
  rows: readonly WorkParts[],
  addresses: FileAddresses,
): Promise<Map<string, ServerWork['sources']>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ work }) => work.id);
  const found = await database
    .select()
    .from(workSources)
    .where(inArray(workSources.workId, ids))
    .orderBy(asc(workSources.workId), asc(workSources.position));
  if (found.length === 0) return new Map();
  const fileIds = [...new Set(found.map(({ fileId }) => fileId))];
  const stored = await database.select().from(files).where(inArray(files.id, fileIds));
  const described = new Map(stored.map((file) => [file.id, describeUpload(addresses, file)]));
  const sources = new Map<string, ServerWork['sources']>();
  for (const { workId, field, fileId } of found) {
    const file = described.get(fileId);
    if (file) sources.set(workId, [...(sources.get(workId) ?? []), { field, ...file }]);
  }
  return sources;
}

function describeWork(
  { work, file }: WorkParts,
  sources: ServerWork['sources'],
  { retention, addresses }: Describing,
): ServerWork {
  return {
    image_id: work.id,
    origin: work.origin,
    job_id: work.jobId,
    intent_id: work.intentId,
    image: addresses.of(file),
    jobtype: work.jobType,
    modelname: work.modelName,
    model: work.model,
    params: work.params,
    prompt: work.prompt,
    template: work.template,
    originalfile: sources[0]?.url ?? null,
    sources,
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
    binned_at: work.binnedAt?.toISOString() ?? null,
    ...describeKeeping(work, retention),
    ...describeRating(work),
  };
}

/** Works in the contract's form, in the order given. */
export async function describeWorks(
  database: Database | Transaction,
  rows: readonly WorkParts[],
  describing: Describing,
): Promise<ServerWork[]> {
  const sources = await sourcesOf(database, rows, describing.addresses);
  return rows.map((row) => describeWork(row, sources.get(row.work.id) ?? [], describing));
}
