import { useLiveQuery } from './useLiveQuery.ts';
import { getAlbum, listAlbums } from '../db/albums/albums.ts';
import { countCollections, listTags, listTagsOf } from '../db/albums/memberships.ts';
import type { AlbumRow } from '../db/schema.ts';
import { listWorkIds, listWorkEntries } from '../db/works/entries.ts';
import { getWork } from '../db/works/works.ts';
import { queryOfAlbum, type CollectionId } from '../domain/albums.ts';
import type { AlbumId, UserKey, WorkId } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** A person's albums in their order; undefined until read. */
export function useAlbums(owner: UserKey): AlbumRow[] | undefined {
  return useLiveQuery(async () => listAlbums(owner), [owner]);
}

/** Undefined until read; null where the person has none of that id. */
export function useAlbum(owner: UserKey | null, id: AlbumId | null): AlbumRow | null | undefined {
  return useKeyedQuery(`${owner ?? ''} ${id ?? ''}`, async () =>
    owner !== null && id !== null ? ((await getAlbum(owner, id)) ?? null) : null,
  );
}

/** The tags of a work; undefined until read. */
export function useTagsOf(owner: UserKey, workId: WorkId): string[] | undefined {
  return useKeyedQuery(`${owner} ${workId}`, () => listTagsOf(owner, workId));
}

/** Every tag that a person has given; undefined until read. */
export function useAllTags(owner: UserKey): string[] | undefined {
  return useLiveQuery(async () => listTags(owner), [owner]);
}

/** How many of the works each collection has; undefined until read. */
export function useCollectionCounts(
  owner: UserKey,
  workIds: readonly WorkId[],
): Map<CollectionId, number> | undefined {
  return useLiveQuery(async () => countCollections(owner, workIds), [owner, workIds]);
}

/** How many works an album shows that has no words to look for; undefined until read. */
export function useAlbumSize(owner: UserKey, album: AlbumRow): number | undefined {
  const { filter, words } = queryOfAlbum(album);
  return useThrottledQuery(
    ['works', 'memberships'],
    async () => (words === '' ? (await listWorkIds(owner, filter, 'newest')).length : 0),
    [owner, album.id, JSON.stringify(album.rule)],
  );
}

/**
 * The work on an album's cover: the chosen one while it is there, else the newest.
 * @param newest what a search says of an album with words
 * @returns undefined until read; null where there is nothing to show
 */
export function useAlbumCover(
  owner: UserKey,
  album: AlbumRow,
  newest: WorkId | null,
): WorkId | null | undefined {
  const { coverId } = album;
  const { filter, words } = queryOfAlbum(album);
  return useKeyedQuery(JSON.stringify([owner, album.id, coverId, newest, album.rule]), async () => {
    if (coverId !== null && (await getWork(coverId))?.owner === owner) return coverId;
    if (words !== '') return newest;
    const place = { owner, order: 'newest', after: null, until: null } as const;
    const [first] = await listWorkEntries({ ...place, filter, limit: 1 });
    return first?.id ?? null;
  });
}
