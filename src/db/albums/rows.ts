import type { UserKey, WorkId } from '../../domain/ids.ts';
import type { AlbumChange } from '../../domain/intent.ts';
import { db } from '../database.ts';
import type { AlbumRow } from '../schema.ts';

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

/** Writes fields into a row. */
export function applyToAlbum(album: AlbumRow, change: AlbumChange, nowMs: number): void {
  const { isDeleted, ...fields } = change;
  Object.assign(album, fields);
  if (isDeleted !== undefined) album.deletedAtMs = isDeleted ? (album.deletedAtMs ?? nowMs) : null;
}
