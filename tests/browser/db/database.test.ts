import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  db,
  DatabaseOpenError,
  openDatabase,
  untilDatabaseOpens,
} from '../../../src/db/database.ts';
import { onDatabaseReplaced } from '../../../src/database-replaced.ts';
import { getMedia, putSource } from '../../../src/db/media/media.ts';
import { databaseName } from '../../../src/db/schema.ts';
import { getWorks, saveWorks } from '../../../src/db/works/works.ts';
import { workMediaId } from '../../../src/db/works/purge.ts';
import type { WorkId } from '../../../src/domain/ids.ts';
import { freshDevice, source } from '../../fixtures/device.ts';

beforeEach(freshDevice);
afterEach(async () => {
  await db.delete();
});

async function openRaw(version: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, version);
    opening.addEventListener('success', () => {
      resolve(opening.result);
    });
    opening.addEventListener('error', () => {
      reject(new Error('not opened'));
    });
  });
}

test('bytes come back as they were kept, after the database was closed and opened', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const blob = new Blob([bytes], { type: 'image/png' });
  const facts = { mediaType: 'image/png', bytes: blob.size, sha256: 'x', width: 1, height: 1 };
  const id = await putSource({ blob, ...facts, name: 'holiday.png' });
  db.close();
  await openDatabase();
  const kept = await getMedia(id);
  expect(kept?.blob).toBeInstanceOf(Blob);
  expect(kept?.blob.type).toBe('image/png');
  expect(new Uint8Array(await kept!.blob.arrayBuffer())).toEqual(bytes);
});

describe('a database that cannot be opened', () => {
  test('because a newer version of the app wrote it says so and is left untouched', async () => {
    db.close();
    const newer = await openRaw(9_990);
    newer.close();
    const error = await openDatabase().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseOpenError);
    expect((error as DatabaseOpenError).reason).toBe('newer-version');
    db.close();
  });

  test('because the browser forbids storage says so', async () => {
    db.close();
    const forbidden = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    const error = await openDatabase().catch((reason: unknown) => reason);
    forbidden.mockRestore();
    expect((error as DatabaseOpenError).reason).toBe('unavailable');
  });
});

test('another tab that upgrades it is let through, and the page is told', async () => {
  const replaced = new Promise<void>((resolve) => {
    onDatabaseReplaced(resolve);
  });
  const newer = await openRaw(9_990);
  await replaced;
  newer.close();
  expect(db.isOpen()).toBe(false);
});

test('a page that is left, and put aside by the browser, is not told that its database was replaced', async () => {
  await openDatabase();
  const replaced = vi.fn<() => void>();
  const stop = onDatabaseReplaced(replaced);
  const passOn = (type: 'pagehide' | 'pageshow') =>
    dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
  passOn('pagehide');
  expect(db.isOpen()).toBe(false);
  passOn('pageshow');
  const mediaId = await source(1);
  expect(await getMedia(mediaId)).toMatchObject({ id: mediaId });
  expect(replaced).not.toHaveBeenCalled();
  stop();
});

test('a full disk is one typed error, and none of the rows of that fact are kept', async () => {
  const mediaId = await source(1);
  const media = (await getMedia(mediaId))!;
  // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this` below
  const put = IDBObjectStore.prototype.put;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    if (this.name === 'media') throw new DOMException('no room', 'QuotaExceededError');
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  });
  const id = '019b8b77-36a8-7b7a-a9ee-fcadf6a1024e' as WorkId;
  const work = { id, createdAtMs: 1, owner: '1@kiln', deletedAtMs: null };
  const original = { ...media, id: workMediaId(id), role: 'original' as const };
  await expect(
    saveWorks([{ work: work as never, media: original, thumbnail: null }]),
  ).rejects.toMatchObject({ code: 'storage-full' });
  full.mockRestore();
  expect(await getWorks([id])).toEqual([]);
});

test('a tab that does not let go of an older version is named, and waiting for it goes on', async () => {
  await db.delete();
  const older = await new Promise<IDBDatabase>((resolve, reject) => {
    // As Dexie numbers it.
    const opening = indexedDB.open(databaseName, 10);
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error('not opened')));
  });
  const error = await openDatabase().catch((reason: unknown) => reason);
  expect((error as DatabaseOpenError).reason).toBe('blocked');
  const opened = untilDatabaseOpens();
  older.close();
  await opened;
  expect(db.isOpen()).toBe(true);
});
