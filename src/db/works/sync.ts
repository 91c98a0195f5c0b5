import type { Collection, Table } from 'dexie';
import { mayHaveSmallPicture } from '../../domain/file-kinds.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { db, guardStorage } from '../database.ts';
import { isFileRefused } from '../media/refused-files.ts';
import { adoptBin } from './bin-rows.ts';
import { adoptRatings } from './wishes.ts';
import { comingHome } from './originals.ts';
import type { BinRow, SyncRow, WorkRow } from '../schema.ts';
import { isStillHere } from '../account/still-here.ts';
import { getSetting } from '../settings.ts';
import { purgedTables, purgeWorks, workMediaId } from './purge.ts';

/** What the platform says about works, written down (docs/adr/0011). */

/** A work as the platform knows it; the rest of a row is this device's own. */
export interface RemoteWork extends Omit<
  WorkRow,
  'onDevice' | 'pinned' | 'thumbnailWanted' | 'deletedAtMs'
> {
  /** Since when it is in the bin; null where it is not. */
  binnedAtMs: number | null;
}

export interface ChangePage {
  works: readonly RemoteWork[];
  gone: readonly WorkId[];
  cursor: string;
  /** Null when this was the last page of everything. */
  before: string | null;
  /** The first page of a full sync: this device had no cursor, or one that the platform doesn't know. */
  isFirst: boolean;
  /** When the platform was asked for it. */
  askedAtMs: number;
}

export async function getSync(owner: UserKey): Promise<SyncRow | undefined> {
  return db.syncs.get(owner);
}

/** The sources that the platform names, with their ids on this device. Sources that only this device knows are kept. */
function mergedSources(known: WorkRow, remote: RemoteWork): WorkRow['sources'] {
  if (remote.sources.length === 0) return known.sources;
  const here = [...known.sources];
  const next = remote.sources.map((source) => {
    const index = here.findIndex(({ field }) => field === source.field);
    const [same] = index === -1 ? [] : here.splice(index, 1);
    return { ...source, mediaId: same?.mediaId ?? null };
  });
  // Nothing has changed. The same array is returned, so that the row is not written.
  return JSON.stringify(next) === JSON.stringify(known.sources) ? known.sources : next;
}

/** Columns that the platform may change later. How a work was made never changes. */
function merged<Row extends WorkRow>(known: Row, remote: RemoteWork): Row | null {
  const next: Row = {
    ...known,
    origin: known.origin === 'synced' ? remote.origin : known.origin,
    sources: mergedSources(known, remote),
    remoteUrl: remote.remoteUrl,
    createdAtMs: remote.createdAtMs,
    thumbhash: known.thumbhash || remote.thumbhash,
    remote: remote.remote,
    expiresAtMs: remote.expiresAtMs,
  };
  const isSame = (Object.keys(next) as (keyof Row)[]).every((key) => next[key] === known[key]);
  return isSame ? null : next;
}

/** Works that this device has just deleted itself: a page that was on its way must not bring them back. */
async function deletedHere(owner: UserKey): Promise<Set<WorkId>> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .equals([owner, 'delete-works', 'done'])
    .toArray();
  return new Set(rows.flatMap((row) => (row.kind === 'delete-works' ? row.payload.workIds : [])));
}

const present = <Row>(row: Row | null): Row[] => (row === null ? [] : [row]);

async function writeWorks(
  owner: UserKey,
  works: readonly RemoteWork[],
  askedAtMs: number,
): Promise<void> {
  const ids = works.map((work) => work.id);
  const [known, binned] = await Promise.all([db.works.bulkGet(ids), db.bin.bulkGet(ids)]);
  const isNew = ids.some((_, index) => !known[index] && !binned[index]);
  const buried = isNew ? await deletedHere(owner) : new Set<WorkId>();
  const rows: WorkRow[] = [];
  const inBin: BinRow[] = [];
  for (const [index, remote] of works.entries()) {
    const row = known[index];
    const binRow = binned[index];
    if (binRow) inBin.push(...present(merged(binRow, remote)));
    else if (row) rows.push(...present(merged(row, remote)));
    else if (!buried.has(remote.id)) {
      const { binnedAtMs, ...work } = remote;
      const hasSmall = mayHaveSmallPicture(work.mediaType);
      const own = { onDevice: 0, pinned: 0, thumbnailWanted: hasSmall ? 1 : 0 } as const;
      const fresh = { ...work, ...own, deletedAtMs: null };
      if (binnedAtMs === null) rows.push(fresh);
      else inBin.push({ ...fresh, binnedAtMs });
    }
  }
  await db.works.bulkPut(rows);
  await db.bin.bulkPut(inBin);
  const inBinSince = new Map(works.map((work) => [work.id, work.binnedAtMs]));
  await adoptBin(owner, inBinSince, { askedAtMs });
  const differences = (read: (work: RemoteWork) => number) =>
    new Map(works.map((work) => [work.id, read(work)]));
  await adoptRatings(
    'set-favourite',
    owner,
    differences((work) => work.starred),
  );
  await adoptRatings(
    'set-rating',
    owner,
    differences((work) => work.rating),
  );
}

/** Rows of one transaction: a longer one would keep every reader of the works waiting, the history before all. */
const rowsAtOnce = 500;

/** Goes through all works of a person, a few at a time, and through those in the bin. */
async function inSteps(
  owner: UserKey,
  step: (works: Collection<WorkRow, WorkId>) => PromiseLike<unknown>,
): Promise<void> {
  const tables: [Table<WorkRow, WorkId>, string][] = [
    [db.works, '[owner+createdAtMs]'],
    [db.bin, '[owner+binnedAtMs]'],
  ];
  for (const [table, index] of tables) {
    const all = table.where(index).between([owner, -Infinity], [owner, Infinity]);
    const ids = await all.primaryKeys();
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      await step(table.where('id').anyOf(ids.slice(from, from + rowsAtOnce)));
    }
  }
}

/**
 * Writes one page and how far it reaches: after a crash at any point the next call asks for what is missing. A work
 * that was deleted goes with its bytes, whatever is here about it.
 */
export async function adoptChanges(
  owner: UserKey,
  page: ChangePage,
  nowMs: number = Date.now(),
): Promise<void> {
  const reached: SyncRow = { owner, cursor: page.cursor, before: page.before, syncedAtMs: nowMs };
  await guardStorage(async () => {
    // All works count as absent until a page of this sync names them; repeatable, for a sync that begins anew.
    if (page.isFirst) await inSteps(owner, (works) => works.modify({ remote: 'absent' }));
    const wasLast = await db.transaction(
      'rw',
      [...purgedTables, 'intents', 'syncs', 'settings'],
      async () => {
        // They may have left, and had everything removed, while this page was on its way.
        if (!(await isStillHere(owner))) return false;
        await writeWorks(owner, page.works, page.askedAtMs);
        if (page.gone.length > 0) await purgeWorks(page.gone, nowMs);
        const known = await db.syncs.get(owner);
        const wasEverything = page.isFirst || !known || known.before !== null;
        const isLast = wasEverything && page.before === null;
        if (!isLast) await db.syncs.put(reached);
        return isLast;
      },
    );
    if (!wasLast) return;
    // A work whose original is neither on the platform nor here is only a name. What is here stays in any case.
    await inSteps(owner, (works) =>
      db.transaction('rw', [...purgedTables, 'intents', 'syncs'], async () => {
        const isLost = (work: WorkRow) => work.remote === 'absent' && work.onDevice === 0;
        const lost = await works.filter(isLost).primaryKeys();
        if (lost.length > 0) await purgeWorks(lost, nowMs);
      }),
    );
    // Only now: a crash before it has the last page asked for again, and what is lost goes then.
    await db.syncs.put(reached);
  });
}

/** Works whose small picture is to be fetched: first those on the screen, then in the order of the history. */
export async function listThumbnailsWanted(owner: UserKey, limit: number): Promise<WorkRow[]> {
  const isNewestFirst = (await getSetting('historyOrder')) === 'newest';
  // A request that is being brought home makes the small pictures of its works itself.
  const coming = await comingHome(owner);
  const of = (wanted: 1 | 2) => {
    const rows = db.works
      .where('[owner+thumbnailWanted+createdAtMs]')
      .between([owner, wanted, -Infinity], [owner, wanted, Infinity]);
    return (isNewestFirst ? rows.reverse() : rows)
      .filter((work) => !(work.intentId && coming.has(work.intentId)))
      .limit(limit)
      .toArray();
  };
  const seen = await of(2);
  if (seen.length >= limit) return seen;
  const others = [...seen, ...(await of(1))];
  if (others.length >= limit) return others.slice(0, limit);
  // Last those in the bin, which few look at.
  const binned = await db.bin
    .where('[owner+thumbnailWanted+binnedAtMs]')
    .between([owner, 1, -Infinity], [owner, 2, Infinity])
    .limit(limit - others.length)
    .toArray();
  return [...others, ...binned];
}

/** How many small pictures are still to come. */
export async function countThumbnailsWanted(owner: UserKey): Promise<number> {
  return db.works
    .where('[owner+thumbnailWanted+createdAtMs]')
    .between([owner, 1, -Infinity], [owner, 2, Infinity])
    .count();
}

/** The tiles of these works are on the screen, so their small pictures are fetched first. */
export async function wantThumbnails(ids: readonly WorkId[]): Promise<void> {
  await guardStorage(() =>
    db.works
      .where('id')
      .anyOf([...ids])
      .filter((work) => work.thumbnailWanted === 1)
      .modify((work) => {
        work.thumbnailWanted = 2;
      }),
  );
}

export interface FetchedThumbnail {
  id: WorkId;
  /** Null when the platform has none. */
  picture: { blob: Blob; width: number; height: number } | null;
}

/**
 * Keeps a lot of small pictures in one transaction. In a window that keeps no files it notes that none are to come: they
 * would be fetched again and again.
 */
export async function saveThumbnails(fetched: readonly FetchedThumbnail[]): Promise<void> {
  if (fetched.length === 0) return;
  try {
    await guardStorage(() => putThumbnails(fetched));
  } catch (error) {
    if (!isFileRefused(error)) throw error;
    await putThumbnails(fetched.map(({ id }) => ({ id, picture: null })));
  }
}

async function putThumbnails(fetched: readonly FetchedThumbnail[]): Promise<void> {
  await db.transaction('rw', [db.works, db.bin, db.thumbnails], async () => {
    // A work may have been deleted while its picture was on its way.
    const ids = new Set<WorkId>();
    for (const table of [db.works, db.bin] as Table<WorkRow, WorkId>[]) {
      await table
        .where('id')
        .anyOf(fetched.map(({ id }) => id))
        .modify((work) => {
          work.thumbnailWanted = 0;
          ids.add(work.id);
        });
    }
    await db.thumbnails.bulkPut(
      fetched.flatMap(({ id, picture }) =>
        picture && ids.has(id) ? [{ id: workMediaId(id), ...picture }] : [],
      ),
    );
  });
}
