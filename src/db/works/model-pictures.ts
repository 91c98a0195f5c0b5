import { mayHaveSmallPicture } from '../../domain/file-kinds.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { db } from '../database.ts';

/** How far back one looks, and how many pictures speak for a model. */
const newestWorks = 300;
const picturesMax = 6;

/** What a person has made with each model, the newest first; only works whose small picture is on this device. */
export async function listModelPictures(owner: UserKey): Promise<Map<string, WorkId[]>> {
  const works = await db.works
    .where('[owner+createdAtMs]')
    .between([owner, -Infinity], [owner, Infinity])
    .reverse()
    .limit(newestWorks)
    .toArray();
  const found = new Map<string, WorkId[]>();
  for (const { id, model, mediaType, censored, thumbnailWanted } of works) {
    if (censored || thumbnailWanted !== 0) continue;
    if (!mayHaveSmallPicture(mediaType)) continue;
    const ids = found.get(model) ?? [];
    if (ids.length < picturesMax) found.set(model, [...ids, id]);
  }
  return found;
}
