import { Dexie } from 'dexie';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { mediaKind, type MediaKind } from '../../domain/media-kind.ts';
import { getSetting } from '../settings.ts';
import { measureArrivals } from '../community-store.ts';
import { db } from '../database.ts';
import type { MediaRow, QuarantineRow, WorkRow } from '../schema.ts';

export interface Share {
  count: number;
  bytes: number;
}

/** What the tables hold, by what it is good for. */
export interface TableUse {
  /** Full-size results. */
  originals: Share;
  thumbnails: Share;
  /** Pictures the person picked or shared, and their smaller copies for the way. */
  sources: Share;
  /** What has come so far of downloads that are not complete, or is not yet among the works. */
  downloads: Share;
}

/** Sizes come from the index alone: ten thousand pictures need not be opened for it. */
async function mediaUse(roles: readonly MediaRow['role'][]): Promise<Share> {
  const use: Share = { count: 0, bytes: 0 };
  for (const role of roles) {
    const keys = await db.media
      .where('[role+bytes]')
      .between([role, Dexie.minKey], [role, Dexie.maxKey])
      .keys();
    for (const key of keys as unknown as [string, number][]) use.bytes += key[1];
    use.count += keys.length;
  }
  return use;
}

async function thumbnailUse(): Promise<Share> {
  const sizes = (await db.thumbnails.orderBy('blob.size').keys()) as unknown as number[];
  return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function shareUse(): Promise<Share> {
  const use: Share = { count: 0, bytes: 0 };
  await db.shares
    .filter(({ bytes }) => bytes > 0)
    .each(({ bytes }) => {
      use.count += 1;
      use.bytes += bytes;
    });
  return use;
}

export async function measureTables(): Promise<TableUse> {
  // Devices that don't ask the Horde have no such database, and opening it would create one.
  const arrivals =
    (await getSetting('hordeUrl')) !== null ? await measureArrivals() : { count: 0, bytes: 0 };
  const [originals, thumbnails, sources, shares, downloads] = await Promise.all([
    mediaUse(['original']),
    thumbnailUse(),
    mediaUse(['source', 'copy']),
    shareUse(),
    db.downloads.toArray(),
  ]);
  return {
    originals,
    thumbnails,
    sources: { count: sources.count + shares.count, bytes: sources.bytes + shares.bytes },
    downloads: {
      count: downloads.length + arrivals.count,
      bytes: downloads.reduce((sum, row) => sum + row.receivedBytes, arrivals.bytes),
    },
  };
}

/** Originals of one person on this device, by whether they may go. */
export interface OriginalsByFate {
  /** The platform has them and nobody asked for them to stay here. */
  freeable: Share & { ids: WorkId[] };
  /** The platform has them too, but the person wants them here. */
  pinned: Share;
  /** The platform doesn't have them (any more), so these may be the only copies. */
  onlyHere: Share;
  /** All of these once more, by what they are; kinds of which there are none are absent. */
  kinds: Partial<Record<MediaKind, Share>>;
  /** Works that are here in small alone: never fetched, or let go of to make room. */
  inSmall: number;
}

function add(share: Share, work: WorkRow): void {
  share.count += 1;
  share.bytes += work.bytes;
}

export async function sortOriginals(owner: UserKey): Promise<OriginalsByFate> {
  const fate: OriginalsByFate = {
    freeable: { count: 0, bytes: 0, ids: [] },
    pinned: { count: 0, bytes: 0 },
    onlyHere: { count: 0, bytes: 0 },
    kinds: {},
    inSmall: await db.works
      .where('[owner+onDevice+createdAtMs]')
      .between([owner, 0, -Infinity], [owner, 0, Infinity])
      .count(),
  };
  await db.works
    .where('[owner+onDevice+createdAtMs]')
    .between([owner, 1, -Infinity], [owner, 1, Infinity])
    .each((work) => {
      add((fate.kinds[mediaKind(work.mediaType)] ??= { count: 0, bytes: 0 }), work);
      if (work.remote !== 'kept') add(fate.onlyHere, work);
      else if (work.pinned === 1) add(fate.pinned, work);
      else {
        add(fate.freeable, work);
        fate.freeable.ids.push(work.id);
      }
    });
  return fate;
}

/** Works whose originals go as soon as the platform has said that it keeps them. */
export async function countReleasing(owner: UserKey): Promise<number> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .between([owner, 'release-works', ''], [owner, 'release-works', '\uffff'])
    .toArray();
  return rows.reduce(
    (sum, row) => sum + (row.kind === 'release-works' ? row.payload.workIds.length : 0),
    0,
  );
}

/** A person's damaged records that were set aside, newest first. */
export async function listQuarantine(owner: UserKey): Promise<QuarantineRow[]> {
  return db.quarantine.where('owner').equals(owner).reverse().sortBy('id');
}

export async function clearQuarantine(owner: UserKey): Promise<void> {
  await db.quarantine.where('owner').equals(owner).delete();
}
