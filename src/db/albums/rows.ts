import type { UserKey, WorkId } from '../../domain/ids.ts';
import { db } from '../database.ts';

/** What the poller needs of albums; it starts with every page, so it carries no more than this. */

/** Where this device's albums stand; undefined before the first reading. */
export async function getAlbumCursor(owner: UserKey): Promise<string | undefined> {
  return (await db.albumSyncs.get(owner))?.cursor;
}

/** Takes works that are gone out of everything. Inside the caller's transaction over `memberships`. */
export async function forgetMembers(ids: readonly WorkId[]): Promise<void> {
  await db.memberships
    .where('workId')
    .anyOf([...ids])
    .delete();
}
