import type { CollectionId } from '../../domain/albums.ts';
import type { AlbumId, IntentId, UserKey, WorkId } from '../../domain/ids.ts';
import type { AlbumChange } from '../../domain/intent.ts';
import { isStillHere } from '../account/still-here.ts';
import { db, guardStorage } from '../database.ts';
import type { AlbumRow, MembershipRow } from '../schema.ts';
import { applyToAlbum } from './rows.ts';
import { pendingWishes } from '../intents/lists.ts';

/** What the platform says about albums, written down (docs/adr/0042). */

/** An album as the platform knows it. */
export type RemoteAlbum = Omit<AlbumRow, 'owner' | 'deletedAtMs'> & { isDeleted: boolean };

/** Whether a work is in a collection, as the platform knows it. */
export interface RemoteMember {
  collection: CollectionId;
  workId: WorkId;
  place: number;
  isIn: boolean;
}

/**
 * Writes albums as the platform has them; of a field that a wish of this device is about, the wish stays. Inside the
 * caller's transaction over `albums` and `intents`.
 * @param except the intent that was just answered
 */
export async function adoptAlbums(
  owner: UserKey,
  albums: readonly RemoteAlbum[],
  nowMs: number,
  except: IntentId | null = null,
): Promise<void> {
  if (albums.length === 0) return;
  const wished = new Map<AlbumId, Set<string>>();
  for (const { id, payload } of await pendingWishes(owner, 'change-album')) {
    if (id === except) continue;
    const fields = wished.get(payload.albumId) ?? new Set();
    for (const name of Object.keys(payload.change)) fields.add(name);
    wished.set(payload.albumId, fields);
  }
  const known = await db.albums.bulkGet(albums.map(({ id }) => id));
  const rows = albums.flatMap(({ id, ...remote }, at): AlbumRow[] => {
    const { name, coverId, rule, place, isDeleted } = remote;
    const here = known[at];
    if (here && here.owner !== owner) return [];
    if (!here) {
      const deletedAtMs = isDeleted ? nowMs : null;
      return [{ id, owner, name, coverId, rule, place, deletedAtMs }];
    }
    const fields = Object.entries({ name, coverId, rule, place, isDeleted } satisfies AlbumChange);
    const free = fields.filter(([field]) => !wished.get(id)?.has(field));
    applyToAlbum(here, Object.fromEntries(free), nowMs);
    delete here.untold;
    return [here];
  });
  await db.albums.bulkPut(rows);
}

/** The same for what is in them. Inside the caller's transaction over `memberships` and `intents`. */
export async function adoptMembers(
  owner: UserKey,
  members: readonly RemoteMember[],
  except: IntentId | null = null,
): Promise<void> {
  if (members.length === 0) return;
  const keyOf = (collection: CollectionId, workId: WorkId) => `${workId} ${collection}`;
  const wished = new Set<string>();
  for (const { id, payload } of await pendingWishes(owner, 'collect-works')) {
    if (id === except) continue;
    for (const work of payload.works) wished.add(keyOf(payload.collection, work.id));
  }
  const free = members.filter(({ collection, workId }) => !wished.has(keyOf(collection, workId)));
  const present = free.filter(({ isIn }) => isIn);
  const absent = free.filter(({ isIn }) => !isIn);
  await db.memberships.bulkPut(
    present.map(({ collection, workId, place }): MembershipRow => ({
      owner,
      collection,
      workId,
      place,
    })),
  );
  await db.memberships.bulkDelete(
    absent.map(({ collection, workId }) => [owner, collection, workId]),
  );
}

/** Writes one page of changes and how far it reaches: after a crash at any point the next call asks for the rest. */
export async function adoptAlbumChanges(
  owner: UserKey,
  page: { albums: readonly RemoteAlbum[]; members: readonly RemoteMember[]; cursor: string },
  nowMs: number = Date.now(),
): Promise<void> {
  const tables = [db.albums, db.memberships, db.intents, db.albumSyncs, db.settings];
  await guardStorage(() =>
    db.transaction('rw', tables, async () => {
      // They may have left, and had everything removed, while this page was on its way.
      if (!(await isStillHere(owner))) return;
      await adoptAlbums(owner, page.albums, nowMs);
      await adoptMembers(owner, page.members);
      await db.albumSyncs.put({ owner, cursor: page.cursor });
    }),
  );
}
