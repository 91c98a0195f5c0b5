import { call } from '../../api/client.ts';
import { albumsChanges } from '../../api/contract/album-changes.ts';
import { getAlbumCursor } from '../../db/albums/rows.ts';
import { adoptAlbumChanges } from '../../db/albums/sync.ts';
import type { Session } from '../../db/schema.ts';
import { credentialsOf } from '../engine/types.ts';
import { toRemoteAlbum, toRemoteMember } from '../remote-albums.ts';

/**
 * Follows what happened to the person's albums on other devices.
 * @param stands where the platform's albums stand: nothing is asked where this device is there already
 * @throws KilnError; whatever was read before is kept, and the next poll goes on from there
 */
export async function syncAlbums(
  session: Session,
  stands: string | null,
  signal: AbortSignal,
): Promise<void> {
  const owner = session.userKey;
  let cursor = await getAlbumCursor(owner);
  if (stands === null || stands === cursor) return;
  for (;;) {
    const { data } = await call(albumsChanges, {
      body: { cursor: cursor ?? null },
      session: credentialsOf(session),
      signal,
    });
    await adoptAlbumChanges(owner, {
      albums: data.albums.map(toRemoteAlbum),
      members: data.members.map(toRemoteMember),
      cursor: data.cursor,
    });
    ({ cursor } = data);
    if (!data.more) return;
  }
}
