import type { AlbumId, UserKey, WorkId } from '../../src/domain/ids.ts';
import { listAlbums } from '../../src/db/albums/albums.ts';
import { listAllMembers } from '../../src/db/albums/memberships.ts';
import { tagOfCollection, type CollectionId } from '../../src/domain/albums.ts';
import { folded } from '../../src/domain/search-words.ts';

/** What a person's works have been put under, as a search asks for it. */
export interface Collections {
  members: ReadonlyMap<CollectionId, ReadonlySet<WorkId>>;
  /** Names of albums and tags as they are compared; those of deleted albums are not among them. */
  names: ReadonlyMap<CollectionId, string>;
}

export const noCollections: Collections = { members: new Map(), names: new Map() };

/** Reads names and keys, no work. */
export async function readCollections(owner: UserKey): Promise<Collections> {
  const [albums, members] = await Promise.all([listAlbums(owner), listAllMembers(owner)]);
  const names = new Map<CollectionId, string>(albums.map(({ id, name }) => [id, folded(name)]));
  for (const collection of members.keys()) {
    const tag = tagOfCollection(collection);
    if (tag !== null) names.set(collection, folded(tag));
  }
  return { members, names };
}

const none: ReadonlySet<WorkId> = new Set();

/** The works of a collection. */
export const membersIn = (
  { members }: Collections,
  collection: CollectionId | AlbumId,
): ReadonlySet<WorkId> => members.get(collection) ?? none;

/** For each word the works that are in an album, or have a tag, whose name has it. */
export function namedBy(
  { members, names }: Collections,
  words: readonly string[],
): ReadonlySet<WorkId>[] {
  return words.map((word) => {
    const sets = [...names]
      .filter(([, name]) => name.includes(word))
      .map(([collection]) => members.get(collection) ?? none);
    // Most words name nothing; one album is the usual case.
    return sets.length <= 1 ? (sets[0] ?? none) : new Set(sets.flatMap((ids) => [...ids]));
  });
}
