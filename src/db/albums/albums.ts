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
import { isTold } from './wishes.ts';
import { pendingWishes } from '../intents/lists.ts';

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

const everyField: Required<AlbumChange> = {
  name: '',
  coverId: null,
  rule: null,
  place: 0,
  isDeleted: false,
};

/**
 * Changes a row and keeps the intent that tells the platform. Inside the caller's transaction.
 * @param tell false where this device alone is to know of it
 */
async function write(
  album: AlbumRow,
  wanted: AlbumChange,
  nowMs: number,
  tell: boolean = isTold(album.owner),
): Promise<void> {
  const { owner, id: albumId } = album;
  if (JSON.stringify(fieldsNow(album, wanted)) === JSON.stringify(wanted)) return;
  const change = album.untold ? { ...fieldsNow(album, everyField), ...wanted } : wanted;
  const before = fieldsNow(album, change);
  applyToAlbum(album, change, nowMs);
  if (tell) delete album.untold;
  await db.albums.put(album);
  if (!tell) return;
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
    const isMade = await addAlbum(owner, { id, name, rule, coverId: null }, nowMs);
    if (!isMade) throw new KilnError('quota-exceeded', { retryable: false });
  });
  return id;
}

/** Adds an album, last in line. Inside the caller's transaction. @returns false when there are too many */
async function addAlbum(
  owner: UserKey,
  { id, name, rule, coverId }: BroughtAlbum,
  nowMs: number,
  tell?: boolean,
): Promise<boolean> {
  const albums = await listAlbums(owner);
  if (albums.length >= albumsMax) return false;
  const place = placeBetween(albums.at(-1)?.place ?? null, null);
  // Until it is written it counts as deleted: a platform that refuses it leaves it so.
  const blank: AlbumRow = {
    id,
    owner,
    name: '',
    coverId: null,
    place: NaN,
    rule: null,
    deletedAtMs: nowMs,
    ...(tell === false && { untold: true }),
  };
  const change = { name: albumName(name), coverId, rule, place, isDeleted: false };
  await write(blank, change, nowMs, tell);
  return true;
}

/** An album as an archive brings it. */
export interface BroughtAlbum extends Pick<AlbumRow, 'name' | 'rule' | 'coverId'> {
  id: AlbumId;
}

/**
 * Takes in an album of an archive. One that is here already is left as it is, and one that was deleted comes back.
 * @param options.tell whether the platform is told of it
 * @param options.otherId where its id is another person's on this device
 * @returns its id here, and whether that is new; null when there are too many
 */
export async function bringAlbum(
  owner: UserKey,
  brought: BroughtAlbum,
  { tell, otherId, nowMs = Date.now() }: { tell: boolean; otherId: AlbumId; nowMs?: number },
): Promise<{ id: AlbumId; isNew: boolean } | null> {
  return transaction(async () => {
    const isForeign = ((await db.albums.get(brought.id))?.owner ?? owner) !== owner;
    const id = isForeign ? otherId : brought.id;
    const here = await db.albums.get(id);
    const isTelling = tell && isTold(owner);
    if (here?.owner !== owner) {
      const isMade = await addAlbum(owner, { ...brought, id }, nowMs, isTelling);
      return isMade ? { id, isNew: true } : null;
    }
    const isBack = here.deletedAtMs !== null;
    if (isBack) await write(here, { isDeleted: false }, nowMs, isTelling);
    return { id, isNew: isBack };
  });
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
