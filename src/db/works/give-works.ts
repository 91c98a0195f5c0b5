import type { MediaId, WorkId } from '../../domain/ids.ts';
import { mayHaveSmallPicture } from '../../domain/file-kinds.ts';
import { db } from '../database.ts';
import { isLeased } from '../intents/rules.ts';
import { appendLog } from '../intents/rows.ts';
import type { MediaRow, ThumbnailRow, WorkRow } from '../schema.ts';
import { keepsOf, tellOfOwnWorks } from './untold.ts';
import type { KeepIntent } from './untold.ts';

/** For the queue: how a work that no job made becomes one that the platform keeps. */

/** What the platform is given of a work. */
export interface UntoldWork {
  work: WorkRow;
  media: MediaRow;
  thumbnail: ThumbnailRow | undefined;
}

/** Undefined where nothing is left to tell: it is gone, is being deleted, or is known. */
export async function readUntold(id: WorkId): Promise<UntoldWork | undefined> {
  const mediaId = id as string as MediaId;
  const [work, media, thumbnail] = await Promise.all([
    db.works.get(id),
    db.media.get(mediaId),
    db.thumbnails.get(mediaId),
  ]);
  const isLeft = work?.deletedAtMs === null && work.remote === 'absent';
  return isLeft && media ? { work, media, thumbnail } : undefined;
}

/**
 * Written before the platform is asked: from here on it may know the work, whatever becomes of its answer.
 * @returns the work as it is told; undefined when it went meanwhile
 */
export async function noteAsked(id: WorkId): Promise<WorkRow | undefined> {
  const work = await db.works.get(id);
  if (work?.deletedAtMs !== null) return undefined;
  if (!work.untold) return work;
  const { untold: _untold, ...asked } = work;
  await db.works.put(asked);
  return asked;
}

/** The platform refused it, and so knows nothing of it. */
export async function noteRefused(id: WorkId): Promise<void> {
  await db.works
    .where('id')
    .equals(id)
    .modify((work) => {
      if (work.remote === 'absent') work.untold = true;
    });
}

/** What the platform says of the file that it keeps. */
export type KeptWork = Pick<
  WorkRow,
  | 'mediaType'
  | 'bytes'
  | 'sha256'
  | 'width'
  | 'height'
  | 'remoteUrl'
  | 'expiresAtMs'
  | 'createdAtMs'
> & { remote: 'kept' | 'expired' };

/** The platform has the work. Its file is what a device brings back, so its facts are the work's from now on. */
export async function noteKept(id: WorkId, kept: KeptWork): Promise<void> {
  const mediaId = id as string as MediaId;
  const hasSmall = (await db.thumbnails.where('id').equals(mediaId).count()) > 0;
  const isWanted = !hasSmall && mayHaveSmallPicture(kept.mediaType);
  // It may have been put into the bin meanwhile.
  for (const table of [db.works, db.bin]) {
    await table
      .where('id')
      .equals(id)
      .modify((work: WorkRow) => {
        Object.assign(work, kept);
        delete work.untold;
        if (isWanted) work.thumbnailWanted = 1;
      });
  }
}

/**
 * Ends with the first work of a row's list: the others stand in line as a row of their own, so that whoever waits for
 * this one need not wait for them. Inside the caller's transaction.
 */
export async function leaveOthers(row: KeepIntent, nowMs: number): Promise<void> {
  const [first, ...others] = row.payload.workIds;
  if (others.length === 0) return;
  row.payload.workIds = first ? [first] : [];
  await tellOfOwnWorks(row.owner, others, nowMs);
}

/**
 * The platform has no room for more: all that waits for it waits as this one row, for one answer of the person. Inside
 * the caller's transaction.
 */
export async function gatherOthers(row: KeepIntent, nowMs: number): Promise<void> {
  const others = (await keepsOf(row.owner)).filter(
    (other) => other.id !== row.id && !isLeased(other, nowMs),
  );
  if (others.length === 0) return;
  const ids = others.flatMap((other) => other.payload.workIds);
  row.payload.workIds = [...new Set([...row.payload.workIds, ...ids])];
  appendLog(row, nowMs, 'list-extended', String(ids.length));
  await db.intents.bulkDelete(others.map(({ id }) => id));
}
