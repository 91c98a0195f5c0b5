import type * as z from 'zod/mini';

import type { addWork } from '../../src/api/contract/own-works.ts';
import type { ServerWork } from '../../src/api/contract/works.ts';
import type { Database, Transaction } from '../database/connect.ts';
import type { FileStore } from '../files/file-store.ts';
import { uploadLimits } from '../../src/domain/uploads.ts';
import { ownFile } from '../files/own-file.ts';
import { holdFiles, ownFiles, recordSize } from '../files/service.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { keepPoster } from '../files/thumbnails.ts';
import { noteUse } from '../files/unused-uploads.ts';
import { invalidInput, Problem } from '../http/problem.ts';
import { changeWorks } from './change.ts';
import { describeWorks } from './describe.ts';
import type { Describing } from './describe.ts';
import { expiredFiles } from './service.ts';
import { insertCopy, insertIfNew, insertSources, readWork, unbury } from './store.ts';

type Wish = z.infer<typeof addWork.body>;

export interface OwnWorksDependencies {
  database: Database;
  store: FileStore;
  describing: Describing;
}

interface Named {
  field: string;
  fileId: string;
  file: StoredFile;
}

const notYours = (field: string) => invalidInput({ field, reason: 'not-your-file' });

/**
 * The files that a wish names, each the caller's own and with its bytes. What it was made from may have gone since.
 * @throws Problem 400 where the work itself, or its poster, is none of the caller's
 */
async function filesOf(database: Database, userId: number, wish: Wish): Promise<Named[]> {
  const addresses = [
    { field: 'image', url: wish.image },
    ...(wish.poster === null ? [] : [{ field: 'poster', url: wish.poster }]),
    ...wish.sources,
  ];
  const named = addresses.map(({ field, url }) => {
    const fileId = ownFile.exec(url)?.[1];
    return { field, fileId: fileId ?? '' };
  });
  const ids = named.flatMap(({ fileId }) => (fileId === '' ? [] : [fileId]));
  // First of all: what is found below stays until the work needs it.
  await noteUse(database, ids);
  const found = await ownFiles(database, userId, ids);
  const expired = await expiredFiles(database, ids);
  const required = addresses.length - wish.sources.length;
  return named.flatMap(({ field, fileId }, at) => {
    const file = found.get(fileId);
    if (file && !expired.has(fileId)) return [{ field, fileId, file }];
    if (at < required) throw notYours(field);
    return [];
  });
}

/** The small pictures of what is no picture are made of the one that was sent for it. */
async function keepSmallPictures(
  store: FileStore,
  file: StoredFile,
  poster: StoredFile | undefined,
): Promise<void> {
  if (!poster || file.mediaType.startsWith('image/')) return;
  const path = poster.mediaType.startsWith('image/') ? await store.bring(poster) : null;
  if (path === null) throw notYours('poster');
  await keepPoster(store, file.id, path);
}

async function insert(
  transaction: Transaction,
  userId: number,
  wish: Wish,
  { fileId, file }: Named,
  sources: readonly Named[],
): Promise<boolean> {
  const { image_id: id, width, height, rating } = wish;
  const ids = [fileId, ...sources.map((source) => source.fileId)];
  const held = await holdFiles(transaction, ids);
  if (!held.has(fileId)) throw notYours('image');
  if (!file.mediaType.startsWith('image/')) {
    await recordSize(transaction, fileId, { width, height });
  }
  const isNew = await insertIfNew(transaction, {
    id,
    userId,
    origin: wish.origin,
    jobId: null,
    index: 0,
    jobType: wish.jobtype,
    model: wish.model,
    modelName: wish.modelname,
    prompt: wish.prompt,
    fileId,
    seed: wish.seed,
    params: wish.params,
    censored: false,
    warnings: [],
    starred: wish.starred === 1,
    rating,
    thumbhash: wish.thumbhash,
    createdAt: new Date(Math.min(Date.now(), Date.parse(wish.create_time))),
    ...(wish.device_id ? { acknowledgedAt: new Date() } : {}),
  });
  if (!isNew) return false;
  const kept = sources.filter((source) => held.has(source.fileId));
  await insertSources(
    transaction,
    kept.map(({ field, fileId: source }, position) => ({
      workId: id,
      position,
      field,
      fileId: source,
    })),
  );
  if (wish.device_id) await insertCopy(transaction, id, wish.device_id);
  return true;
}

/**
 * Makes an upload a work of its owner. A repeat changes nothing.
 * @returns the work; null when it was deleted after the person had taken it in
 * @throws Problem 400 for a file that is not theirs, 409 for a name that somebody else's work has
 */
export async function keepOwnWork(
  { database, store, describing }: OwnWorksDependencies,
  userId: number,
  wish: Wish,
): Promise<ServerWork | null> {
  const known = await readWork(database, wish.image_id);
  if (!known) {
    const [image, ...others] = await filesOf(database, userId, wish);
    if (!image) throw notYours('image');
    const { mediaTypes } = uploadLimits.work;
    if (!mediaTypes.includes(image.file.mediaType)) {
      throw invalidInput({ field: 'image', reason: 'wrong-file-type', values: mediaTypes });
    }
    const poster = wish.poster === null ? undefined : others.shift();
    await keepSmallPictures(store, image.file, poster?.file);
    const isWanted = await changeWorks(database, userId, async (transaction) => {
      if (!(await unbury(transaction, userId, wish.image_id, wish.age_ms))) return false;
      await insert(transaction, userId, wish, image, others);
      return true;
    });
    if (!isWanted) return null;
  }
  const row = known ?? (await readWork(database, wish.image_id));
  if (!row) return null;
  if (row.work.userId !== userId) {
    throw new Problem(409, 'conflict', 'There is another work of this name');
  }
  const [described] = await describeWorks(database, [row], describing);
  return described ?? null;
}
