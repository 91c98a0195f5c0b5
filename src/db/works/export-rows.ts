import type { ExportScope } from '../../domain/archive/scope.ts';
import type { MediaId, UserKey, WorkId } from '../../domain/ids.ts';
import { db } from '../database.ts';
import { rowsById } from '../rows-by-id.ts';
import type { MediaRow, WorkRow } from '../schema.ts';
import { listWorkIds } from './entries.ts';
import { workMediaId } from './purge.ts';

/** What an archive of works would hold. */
export interface ExportSizes {
  /** Works whose originals are on this device. */
  here: { count: number; bytes: number };
  /** Works whose originals the platform keeps alone. */
  elsewhere: { count: number; bytes: number };
  /** Works whose originals nobody keeps any more. */
  gone: number;
}

/** A work and what of it lies on this device. */
export interface ExportRow {
  work: WorkRow;
  original: Pick<MediaRow, 'blob' | 'sha256'> | null;
  /** Files that it was made from, in its own order; null where they are not here. */
  sources: (Pick<MediaRow, 'blob' | 'mediaType' | 'sha256' | 'createdAtMs'> | null)[];
}

const rowsAtOnce = 100;

/** Works by name, in their order of time; those of others and those being deleted are left out. */
async function sortByTime(owner: UserKey, ids: readonly WorkId[]): Promise<WorkId[]> {
  const rows = await rowsById(db.works, ids);
  return rows
    .flatMap((row) => (row && row.owner === owner && row.deletedAtMs === null ? [row] : []))
    .toSorted((left, right) => left.createdAtMs - right.createdAtMs)
    .map(({ id }) => id);
}

/** The works of a scope, the oldest first. */
export const listExportIds = (owner: UserKey, scope: ExportScope): Promise<WorkId[]> =>
  'ids' in scope ? sortByTime(owner, scope.ids) : listWorkIds(owner, scope.filter, 'oldest');

/** Sizes of works that `listExportIds` gave. */
export async function measureExport(ids: readonly WorkId[]): Promise<ExportSizes> {
  const sizes: ExportSizes = {
    here: { count: 0, bytes: 0 },
    elsewhere: { count: 0, bytes: 0 },
    gone: 0,
  };
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    for (const work of await rowsById(db.works, ids.slice(at, at + rowsAtOnce))) {
      if (!work) continue;
      const share = work.onDevice === 1 ? sizes.here : sizes.elsewhere;
      if (work.onDevice === 0 && work.remote !== 'kept') sizes.gone += 1;
      else {
        share.count += 1;
        share.bytes += work.bytes;
      }
    }
  }
  return sizes;
}

/** Files that works were made from, by their ids. */
async function readSources(works: readonly WorkRow[]): Promise<Map<MediaId, MediaRow>> {
  const ids = works.flatMap(({ sources }) => sources.flatMap(({ mediaId }) => mediaId ?? []));
  if (ids.length === 0) return new Map();
  const rows = await db.media.bulkGet([...new Set(ids)]);
  return new Map(rows.flatMap((row) => (row ? [[row.id, row]] : [])));
}

/** Works with their files, in the order of their ids; those that have gone meanwhile are left out. */
export const readExportRows = (ids: readonly WorkId[]): Promise<ExportRow[]> =>
  // In one transaction, works and originals at once: each question by itself waits for the one before.
  db.transaction('r', [db.works, db.media], async () => {
    const [works, originals] = await Promise.all([
      rowsById(db.works, ids),
      rowsById(db.media, ids.map(workMediaId)),
    ]);
    const found = works.flatMap((work, at) =>
      work && work.deletedAtMs === null ? [{ work, original: originals[at] ?? null }] : [],
    );
    const sources = await readSources(found.map(({ work }) => work));
    return found.map(({ work, original }) => ({
      work,
      original,
      sources: work.sources.map(({ mediaId }) => (mediaId && sources.get(mediaId)) ?? null),
    }));
  });
