import { albumName, placeBetween, type AlbumRule } from '../../domain/albums.ts';
import type { AlbumId, IntentId, UserKey } from '../../domain/ids.ts';
import type { AlbumChange, SimpleIntent } from '../../domain/intent.ts';
import { albumsMax } from '../../domain/limits.ts';
import { KilnError } from '../../domain/errors.ts';
import { db, guardStorage } from '../database.ts';
import { newId } from '../ids.ts';
import { addIntent } from '../intents/rows.ts';
import { isUnsent } from '../intents/rules.ts';
import type { AlbumRow } from '../schema.ts';
import { applyToAlbum } from './rows.ts';
import { isTold, pendingWishes } from './wishes.ts';

const byPlace = (left: AlbumRow, right: AlbumRow): number =>
  left.place - right.place || (left.id < right.id ? -1 : 1);

/** A person's albums in their order. */
export async function listAlbums(owner: UserKey): Promise<AlbumRow[]> {
  const rows = await db.albums.where('owner').equals(owner).toArray();
  return rows.filter((album) => album.deletedAtMs === null).toSorted(byPlace);
}

/** Undefined where the person has none of that id, or has deleted it. */
export async function getAlbum(owner: UserKey, id: AlbumId): Promise<AlbumRow | undefined> {
  const album = await db.albums.get(id);
  return album?.owner === owner && album.deletedAtMs === null ? album : undefined;
}

/** What a change's fields say in a row as it is. */
function fieldsNow(album: AlbumRow, change: AlbumChange): AlbumChange {
  const now: Required<AlbumChange> = { ...album, isDeleted: album.deletedAtMs !== null };
  const names = Object.keys(change) as (keyof AlbumChange)[];
  return Object.fromEntries(names.map((name) => [name, now[name]]));
}

/** Takes the fields out of earlier wishes that never left: they are said anew. */
async function replaceEarlier(
  owner: UserKey,
  albumId: AlbumId,
  change: AlbumChange,
  nowMs: number,
): Promise<void> {
  for (const row of await pendingWishes(owner, 'change-album')) {
    if (row.payload.albumId !== albumId || !isUnsent(row, nowMs)) continue;
    const kept = Object.entries(row.payload.change).filter(([name]) => !(name in change));
    row.payload.change = Object.fromEntries(kept);
    if (kept.length === 0) await db.intents.delete(row.id);
    else await db.intents.put(row);
  }
}

/** Changes a row and keeps the intent that tells the platform. Inside the caller's transaction. */
async function write(album: AlbumRow, change: AlbumChange, nowMs: number): Promise<void> {
  const { owner, id: albumId } = album;
  const before = fieldsNow(album, change);
  if (JSON.stringify(before) === JSON.stringify(change)) return;
  applyToAlbum(album, change, nowMs);
  await db.albums.put(album);
  if (!isTold(owner)) return;
  await replaceEarlier(owner, albumId, change, nowMs);
  await addIntent(owner, 'change-album', { albumId, change, before, tappedAtMs: nowMs }, nowMs);
}

const transaction = <Value>(work: () => Promise<Value>): Promise<Value> =>
  guardStorage(() => db.transaction('rw', [db.albums, db.intents], work));

/**
 * Makes an album, last in line: at once here, told by the queue.
 * @param rule of a smart album; null for one that works are put into
 * @throws KilnError `quota-exceeded` when there are too many
 */
export async function createAlbum(
  owner: UserKey,
  { name, rule }: { name: string; rule: AlbumRule | null },
  nowMs: number = Date.now(),
): Promise<AlbumId> {
  const id = newId(nowMs) as AlbumId;
  await transaction(async () => {
    const albums = await listAlbums(owner);
    if (albums.length >= albumsMax) throw new KilnError('quota-exceeded', { retryable: false });
    const place = placeBetween(albums.at(-1)?.place ?? null, null);
    // Until it is written it counts as deleted: a platform that refuses it leaves it so.
    const blank = {
      id,
      owner,
      name: '',
      coverId: null,
      place: NaN,
      rule: null,
      deletedAtMs: nowMs,
    };
    const change = { name: albumName(name), coverId: null, rule, place, isDeleted: false };
    await write(blank, change, nowMs);
  });
  return id;
}

/**
 * Changes an album: at once here, told by the queue. Of a deleted one only that it is back.
 * @returns false when the person has no such album
 */
export async function changeAlbum(
  owner: UserKey,
  id: AlbumId,
  change: AlbumChange,
  nowMs: number = Date.now(),
): Promise<boolean> {
  return transaction(async () => {
    const album = await db.albums.get(id);
    const isThere = album?.deletedAtMs === null || change.isDeleted === false;
    if (album?.owner !== owner || !isThere) return false;
    await write(album, change, nowMs);
    return true;
  });
}

/** Puts an album before another one; null puts it last. @returns its place in the list, from 1, and of how many */
export async function moveAlbum(
  owner: UserKey,
  id: AlbumId,
  beforeId: AlbumId | null,
  nowMs: number = Date.now(),
): Promise<{ place: number; of: number } | null> {
  return transaction(async () => {
    const all = await listAlbums(owner);
    const album = all.find((one) => one.id === id);
    if (!album || beforeId === id) return null;
    const others = all.filter((one) => one.id !== id);
    const found = others.findIndex((one) => one.id === beforeId);
    const at = found === -1 ? others.length : found;
    const next = others[at]?.place ?? null;
    await write(album, { place: placeBetween(others[at - 1]?.place ?? null, next) }, nowMs);
    return { place: at + 1, of: all.length };
  });
}

/** Fields that other wishes say something about, which an undo must leave as they are. */
async function wishedBesides(
  id: IntentId,
  { owner, albumId }: { owner: UserKey; albumId: AlbumId },
): Promise<Set<string>> {
  const rows = await pendingWishes(owner, 'change-album');
  const later = rows.filter((row) => row.id !== id && row.payload.albumId === albumId);
  return new Set(later.flatMap((row) => Object.keys(row.payload.change)));
}

/** Undoes what an intent changed here. Inside the caller's transaction. */
export async function undoAlbumChange(intent: SimpleIntent<'change-album'>): Promise<void> {
  const { owner, payload } = intent;
  const { albumId, before } = payload;
  const album = await db.albums.get(albumId);
  if (!album) return;
  const wished = await wishedBesides(intent.id, { owner, albumId });
  const fields = Object.entries(before).filter(
    ([name, value]) => name in payload.change && !wished.has(name) && !Number.isNaN(value),
  );
  applyToAlbum(album, Object.fromEntries(fields), Date.now());
  await db.albums.put(album);
}

/** Makes an intent's change once more. Inside the caller's transaction. */
export async function redoAlbumChange(intent: SimpleIntent<'change-album'>): Promise<void> {
  const { albumId, change, tappedAtMs } = intent.payload;
  const album = await db.albums.get(albumId);
  if (!album) return;
  applyToAlbum(album, change, tappedAtMs);
  await db.albums.put(album);
}
