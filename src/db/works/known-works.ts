import { Dexie } from 'dexie';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { db } from '../database.ts';
import type { WorkRow } from '../schema.ts';

/** What an import has to know of the works that are here, before it looks at any bytes. */
export interface KnownWorks {
  /** This person's own, those in the bin among them: a work stands in one of the two tables. */
  own: Set<WorkId>;
  /** Those that are another person's here: their ids can't be used again. */
  foreign: Set<WorkId>;
  /** Hex SHA-256 of this person's works that are shown. */
  hashes: Set<string>;
}

/**
 * All of it at once and by keys alone, because an import that asked for each of its works would wait for its own
 * writing each time. What another tab adds meanwhile, `addOwnWorks` sees.
 */
export async function listKnownWorks(owner: UserKey): Promise<KnownWorks> {
  const known: KnownWorks = { own: new Set(), foreign: new Set(), hashes: new Set() };
  await db.works
    .where('[owner+sha256]')
    .between([owner, Dexie.minKey], [owner, Dexie.maxKey])
    .eachKey((key, { primaryKey }) => {
      known.own.add(primaryKey);
      const [, hash] = key as unknown as [UserKey, string];
      if (hash !== '') known.hashes.add(hash);
    });
  const binned = await db.bin
    .where('[owner+binnedAtMs]')
    .between([owner, -Infinity], [owner, Infinity])
    .primaryKeys();
  for (const id of binned) known.own.add(id);
  const ids = [
    ...(await db.works.toCollection().primaryKeys()),
    ...(await db.bin.toCollection().primaryKeys()),
  ];
  for (const id of ids) if (!known.own.has(id)) known.foreign.add(id);
  return known;
}

/**
 * The ids under which works are here that are known by name or by their bytes, this person's own alone.
 * @returns null for what is not here
 */
export async function findOwnWorks(
  owner: UserKey,
  wanted: readonly { id: WorkId | null; sha256: string }[],
): Promise<(WorkId | null)[]> {
  const ids = [...new Set(wanted.flatMap(({ id }) => id ?? []))];
  const rows = await db.works.bulkGet(ids);
  const byName = new Set(rows.flatMap((row) => (row?.owner === owner ? [row.id] : [])));
  const hashes = wanted.flatMap(({ id, sha256 }) => (id && byName.has(id) ? [] : [sha256]));
  const same = await db.works
    .where('[owner+sha256]')
    .anyOf([...new Set(hashes)].filter((hash) => hash !== '').map((hash) => [owner, hash]))
    .toArray();
  const byHash = new Map(same.map(({ id, sha256 }) => [sha256, id]));
  return wanted.map(({ id, sha256 }) => (id && byName.has(id) ? id : (byHash.get(sha256) ?? null)));
}

/** Imported pictures, films and 3D objects on this device that have no small picture yet: their import was cut before that. */
export async function listWithoutSmallPicture(owner: UserKey): Promise<WorkRow[]> {
  const ids = await db.works
    .where('[owner+origin+createdAtMs]')
    .between([owner, 'imported', -Infinity], [owner, 'imported', Infinity])
    .primaryKeys();
  const small = new Set<string>(await db.thumbnails.toCollection().primaryKeys());
  const rows = await db.works.bulkGet(ids.filter((id) => !small.has(id)));
  return rows.flatMap((row) => {
    if (!row || row.onDevice === 0 || row.deletedAtMs !== null || row.thumbnailWanted !== 0)
      return [];
    const kind = mediaKind(row.mediaType);
    const isDrawn =
      (kind === 'picture' && row.mediaType !== 'image/svg+xml') ||
      kind === 'video' ||
      kind === 'solid';
    return isDrawn ? [row] : [];
  });
}
