import type { ArchivedAlbum } from '../../domain/archive/layout.ts';
import {
  collectionOfTag,
  tagOfCollection,
  type AlbumRule,
  type CollectionId,
} from '../../domain/albums.ts';
import type { AlbumId, UserKey, WorkId } from '../../domain/ids.ts';
import type { AlbumRow } from '../schema.ts';
import { bringAlbum, listAlbums } from './albums.ts';
import { collectWorks, listAllMembers } from './memberships.ts';

/** A person's albums, and what albums and tags hold. */
export interface Collections {
  albums: AlbumRow[];
  members: Map<CollectionId, Set<WorkId>>;
}

/** Albums and tags of a person as they are now. */
export async function readCollections(owner: UserKey): Promise<Collections> {
  const [albums, members] = await Promise.all([listAlbums(owner), listAllMembers(owner)]);
  return { albums, members };
}

/**
 * Albums in their order and tags in that of the alphabet, as an archive of some works tells of them: those that one of
 * the works is in.
 * @param workIds the works of the archive, the oldest first
 * @param isEverything whether the archive is of all works: then albums that a rule fills are in it, too
 */
export function archivedAlbums(
  { albums, members }: Collections,
  workIds: readonly WorkId[],
  isEverything: boolean,
): ArchivedAlbum[] {
  const within = (collection: ReadonlySet<WorkId> | undefined) =>
    collection ? workIds.filter((id) => collection.has(id)) : [];
  const isHere = new Set(workIds);
  const told = albums.map(({ id, name, rule, coverId }): ArchivedAlbum => {
    const cover = coverId !== null && isHere.has(coverId) ? coverId : null;
    return { id, name, kind: 'album', rule, cover, workIds: within(members.get(id)) };
  });
  const tags = [...members].flatMap(([collection, works]): ArchivedAlbum[] => {
    const name = tagOfCollection(collection);
    if (name === null) return [];
    return [{ id: name, name, kind: 'tag', rule: null, cover: null, workIds: within(works) }];
  });
  return [...told, ...tags.toSorted((one, other) => (one.name < other.name ? -1 : 1))].filter(
    (album) => album.workIds.length > 0 || (isEverything && album.rule !== null),
  );
}

/** An album or a tag of an archive, with the works by their ids on this device. */
export interface ArrivingAlbum {
  kind: 'album' | 'tag';
  /** Of an album. */
  id: AlbumId;
  /** For an album whose id is another person's here. */
  otherId: AlbumId;
  name: string;
  rule: AlbumRule | null;
  coverId: WorkId | null;
  workIds: readonly WorkId[];
}

/**
 * Puts works into the albums of their archive and gives them its tags. A repeat changes nothing.
 * @param tell whether the platform is told of it
 * @returns how many albums are new, and how many there was no room for
 * @throws KilnError `storage-full`; what was done before stays, and a repeat does the rest
 */
export async function takeInAlbums(
  owner: UserKey,
  albums: readonly ArrivingAlbum[],
  tell: boolean,
): Promise<{ added: number; tooMany: number }> {
  const end = { added: 0, tooMany: 0 };
  for (const { kind, id, otherId, name, rule, coverId, workIds } of albums) {
    if (kind === 'tag') {
      await collectWorks(owner, collectionOfTag(name), workIds, true, Date.now(), tell);
      continue;
    }
    const brought = await bringAlbum(owner, { id, name, rule, coverId }, { tell, otherId });
    if (!brought) {
      end.tooMany += 1;
      continue;
    }
    if (brought.isNew) end.added += 1;
    if (workIds.length > 0) {
      await collectWorks(owner, brought.id, workIds, true, Date.now(), tell);
    }
  }
  return end;
}
