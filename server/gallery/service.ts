import type * as z from 'zod/mini';

import type * as contract from '../../src/api/contract/gallery.ts';
import { uuid } from '../../src/api/contract/endpoint.ts';
import type { GalleryWork, Publication } from '../../src/api/contract/gallery.ts';
import {
  galleryPath,
  galleryReportsMax,
  galleryWorksMax,
  mayBePublished,
  searchableTerms,
  wantedTerms,
} from '../../src/domain/gallery.ts';
import { mediaKind } from '../../src/domain/media-kind.ts';
import { splitPrompt } from '../../src/domain/parameters.ts';
import { nicksOf } from '../accounts/service.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { invalidInput, Problem } from '../http/problem.ts';
import type { Log } from '../log.ts';
import type { Safety } from '../safety/filter.ts';
import { changeWorks } from '../works/change.ts';
import { keepOriginals, ownWork, sharedWork, sharedWorks } from '../works/service.ts';
import type { SharedWork } from '../works/service.ts';
import { worksPerMap } from './sitemap.ts';
import type { MappedWork } from './sitemap.ts';
import {
  changeState,
  countOwn,
  countShown,
  forgetReports,
  lockPlace,
  putPlace,
  putReport,
  readAwaiting,
  readOwn,
  readReports,
  readShown,
  removePlaces,
  selectMapped,
  selectShown,
  setBinned,
} from './store.ts';
import type { GalleryFilter, GalleryRow } from './store.ts';

export interface GalleryRules {
  database: Database;
  safety: Safety;
  /** Whether somebody looks at each work before it is shown. */
  isReviewed: () => boolean;
  log: Log;
}

function describePlace({
  workId,
  state,
  title,
  categoryId,
  publishedAt,
  note,
}: GalleryRow): Publication {
  return {
    image_id: workId,
    state,
    title,
    category_id: categoryId,
    published_at: publishedAt?.toISOString() ?? null,
    note,
  };
}

/** A file of the person's own, as settings name them; whoever published a picture did not publish that. */
const isFileAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:https?:\/\/[^/]+)?\/files\//.test(value);

function withoutFiles(params: GalleryWork['params']): GalleryWork['params'] {
  return Object.fromEntries(
    Object.entries(params).filter(
      ([, value]) => !isFileAddress(value) && !(Array.isArray(value) && value.some(isFileAddress)),
    ),
  );
}

function describeWork(row: GalleryRow, { work, file }: SharedWork, author: string): GalleryWork {
  const at = galleryPath(row.workId);
  return {
    image_id: row.workId,
    title: row.title,
    author,
    sample: row.isSample,
    image: mediaKind(file.mediaType) === 'picture' ? `${at}/picture` : `${at}/file`,
    page: at,
    jobtype: work.jobType,
    modelname: work.modelName,
    model: work.model,
    params: withoutFiles(work.params),
    prompt: work.prompt,
    template: work.template,
    category_id: row.categoryId,
    seed: work.seed,
    width: file.width,
    height: file.height,
    media_type: file.mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    thumbhash: work.thumbhash,
    create_time: (row.publishedAt ?? row.submittedAt).toISOString(),
  };
}

async function describeAll(database: Database, rows: readonly GalleryRow[]) {
  const [shared, nicks] = await Promise.all([
    sharedWorks(
      database,
      rows.map(({ workId }) => workId),
    ),
    nicksOf(
      database,
      rows.map(({ userId }) => userId),
    ),
  ]);
  return rows.flatMap((row) => {
    const found = shared.get(row.workId);
    return found
      ? [{ row, file: found.file, said: describeWork(row, found, nicks.get(row.userId) ?? '') }]
      : [];
  });
}

/** A page of what everybody sees. @returns one more than asked for tells that there are more */
export async function pageOfGallery(
  database: Database,
  wish: z.infer<typeof contract.listGallery.body>,
): Promise<{ list: GalleryWork[]; more: boolean }> {
  const { page, limit } = wish;
  const terms = wantedTerms(wish.keyword ?? '');
  const isAsked = (wish.keyword ?? '').trim() !== '';
  const isEmpty = terms.words.length + terms.signs.length === 0;
  // Nothing is called by dots and dashes alone.
  if (isAsked && isEmpty) return { list: [], more: false };
  const filter: GalleryFilter = {
    jobType: wish.job_type,
    model: wish.model_name,
    categoryId: wish.category_id,
    terms: isEmpty ? undefined : terms,
  };
  const rows = await selectShown(database, filter, {
    limit: limit + 1,
    offset: (page - 1) * limit,
  });
  const described = await describeAll(database, rows.slice(0, limit));
  return { list: described.map(({ said }) => said), more: rows.length > limit };
}

export async function detailOfGallery(database: Database, id: string): Promise<GalleryWork[]> {
  const row = await readShown(database, id);
  return row ? (await describeAll(database, [row])).map(({ said }) => said) : [];
}

/** A published work with its file, for its public page. */
export async function shownWork(
  database: Database,
  id: string,
): Promise<{ said: GalleryWork; shared: SharedWork } | null> {
  if (!uuid.safeParse(id).success) return null;
  const [said] = await detailOfGallery(database, id);
  const shared = said && (await sharedWork(database, id));
  return said && shared ? { said, shared } : null;
}

/** How many works everybody can see. It goes through all of them: the map of all pages asks, and nothing that people wait for. */
export const countPublished = (database: Database): Promise<number> => countShown(database);

/** Works of one file of the map of all pages. @param number from 1; those that were published first are in the first */
export const mappedWorks = (database: Database, number: number): Promise<MappedWork[]> =>
  selectMapped(database, { limit: worksPerMap, offset: (number - 1) * worksPerMap });

const tooMany = () =>
  new Problem(409, 'conflict', 'There are too many published works; take some back first');

/**
 * Publishes a person's work, or changes what its place in the gallery says. Its original stays from then on.
 * @returns null when there is no such work of theirs
 * @throws Problem 400 for a work of a kind that is not published, 409 for too many, 410 where the original is no
 * longer kept, 560 and 561 by what its words say
 */
export async function publish(
  { database, safety, isReviewed }: GalleryRules,
  userId: number,
  {
    image_id: workId,
    title: typed,
    category_id: categoryId,
  }: z.infer<typeof contract.publishWork.body>,
): Promise<Publication | null> {
  const found = await sharedWork(database, workId);
  if (!found || found.work.userId !== userId || found.work.binnedAt !== null) return null;
  const { work, file } = found;
  const title = typed.trim();
  if (!mayBePublished({ jobType: work.jobType, mediaType: file.mediaType }) || work.censored) {
    throw invalidInput({ field: 'image_id', reason: 'not-allowed' });
  }
  await safety([title, splitPrompt(work.prompt).prompt]);
  // The work first and its place after it, as the bin takes them: neither then waits for the other.
  return changeWorks(database, userId, async (transaction) => {
    if (!(await ownWork(transaction, userId, workId))) return null;
    if (!(await keepOriginals(transaction, userId, [workId], true)).has(workId)) {
      throw new Problem(410, 'result-gone', 'The original of this work is no longer kept');
    }
    const before = await lockPlace(transaction, workId);
    if (!before && (await countOwn(transaction, userId)) >= galleryWorksMax) throw tooMany();
    // What was refused, or is being looked at, comes back by somebody's decision alone.
    const anew = isReviewed() || before?.state === 'rejected' ? 'pending' : 'published';
    const stands = before && before.state !== 'rejected' ? before.state : anew;
    const row = await putPlace(transaction, {
      workId,
      userId,
      state: stands,
      title,
      categoryId,
      jobType: work.jobType,
      model: work.model,
      isSample: before?.isSample ?? false,
      terms: searchableTerms([title, splitPrompt(work.prompt).prompt, work.modelName].join(' ')),
    });
    return describePlace(row);
  });
}

/** @returns how many were there */
export async function unpublish(
  database: Database,
  userId: number,
  workIds: readonly string[],
): Promise<number> {
  return changeWorks(database, userId, async (transaction) => {
    const removed = await removePlaces(transaction, userId, workIds);
    await keepOriginals(transaction, userId, removed, false);
    return removed.length;
  });
}

export const publicationsOf = async (database: Database, userId: number): Promise<Publication[]> =>
  (await readOwn(database, userId, galleryWorksMax)).map(describePlace);

/** Works that go into the bin go out of sight, and come back with it. */
export const noteBinned = (
  transaction: Transaction,
  workIds: readonly string[],
  isBinned: boolean,
): Promise<void> => setBinned(transaction, workIds, isBinned);

/**
 * Notes what somebody says against a published work; enough of them take it out of sight until it was looked at.
 * @returns false where there is none of that id, or it is their own
 */
export function report(
  { database, log }: GalleryRules,
  userId: number,
  { id: workId, reason, words }: z.infer<typeof contract.reportWork.body>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const place = await lockPlace(transaction, workId);
    if (!place || place.state !== 'published' || place.isBinned || place.userId === userId)
      return false;
    const reports = await putReport(transaction, { workId, userId, reason, words: words.trim() });
    if (reports >= galleryReportsMax) {
      await changeState(transaction, workId, 'reported');
      log.warn({ work: workId, reports }, 'a published work was reported and is out of sight');
    }
    return true;
  });
}

/**
 * Works that somebody has to look at.
 * @param addressOf opens a file for a while: what is not shown yet has no address for everybody
 */
export async function awaitingWorks(
  database: Database,
  most: number,
  addressOf: (file: SharedWork['file']) => string,
) {
  const described = await describeAll(database, await readAwaiting(database, most));
  const reports = await readReports(
    database,
    described.map(({ row }) => row.workId),
  );
  const reportsOf = Map.groupBy(reports, ({ workId }) => workId);
  return described.map(({ row, said, file }) => ({
    ...said,
    image: addressOf(file),
    user_id: row.userId,
    state: row.state,
    reports: (reportsOf.get(row.workId) ?? []).map(({ reason, words }) => ({ reason, words })),
  }));
}

/** @returns false when there is no such work in the gallery */
export function decide(
  database: Database,
  decidedBy: number,
  { image_id: workId, state, note }: z.infer<typeof contract.decideWork.body>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await lockPlace(transaction, workId))) return false;
    await forgetReports(transaction, workId);
    await changeState(transaction, workId, state, { note: note.trim(), decidedBy });
    return true;
  });
}
