import type { UserKey, WorkId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';
import { db } from '../database.ts';
import type { WorkRow } from '../schema.ts';

/** What an import has to know of the works that are here, before it looks at any bytes. */
export interface KnownWorks {
  /** Of those that were asked for, this person's own, deleted ones among them. */
  own: Set<WorkId>;
  /** Those that are another person's here: their ids can't be used again. */
  foreign: Set<WorkId>;
}

export async function findKnownIds(owner: UserKey, ids: readonly WorkId[]): Promise<KnownWorks> {
  const rows = ids.length === 0 ? [] : await db.works.bulkGet([...ids]);
  const found: KnownWorks = { own: new Set(), foreign: new Set() };
  for (const row of rows) if (row) found[row.owner === owner ? 'own' : 'foreign'].add(row.id);
  return found;
}

/** Of some hashes those of which a person has a work that is shown. */
export async function findKnownHashes(
  owner: UserKey,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db.works
    .where('[owner+sha256]')
    .anyOf(hashes.map((hash) => [owner, hash]))
    .filter((work) => work.deletedAtMs === null)
    .toArray();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Imported pictures and films on this device that have no small picture yet: their import was cut before that. */
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
    const isDrawn = (kind === 'picture' && row.mediaType !== 'image/svg+xml') || kind === 'video';
    return isDrawn ? [row] : [];
  });
}
