import { takeInAlbums, type ArrivingAlbum } from '../../src/db/albums/archived.ts';
import { findOwnWorks } from '../../src/db/works/known-works.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import type { ImportOrder } from './contract.ts';
import type { PlannedAlbum } from './formats/format.ts';
import { ownAlbumId } from './own-id.ts';

/** Under which ids the works of an album came in, or were here before. */
async function arriving(owner: UserKey, album: PlannedAlbum): Promise<ArrivingAlbum> {
  const { kind, id, name, rule, cover, works } = album;
  const found = await findOwnWorks(owner, cover ? [...works, cover] : works);
  const coverId = cover ? (found.at(-1) ?? null) : null;
  const workIds = found.slice(0, works.length).filter((one) => one !== null);
  return { kind, id, otherId: ownAlbumId(owner, id), name, rule, coverId, workIds };
}

/**
 * Puts works that came in with an archive into its albums and gives them its tags; works of it that were here before,
 * too. What of them was refused is in none.
 * @returns how many albums are new, and how many there was no room for
 * @throws KilnError `storage-full`
 */
export async function bringAlbums(
  { owner, tell }: ImportOrder,
  albums: readonly PlannedAlbum[],
): Promise<{ added: number; tooMany: number }> {
  const arrived: ArrivingAlbum[] = [];
  for (const album of albums) {
    const one = await arriving(owner, album);
    if (one.workIds.length > 0 || one.rule !== null) arrived.push(one);
  }
  return takeInAlbums(owner, arrived, tell);
}
