import { modelNamesKept } from '../domain/limits.ts';
import type { UserKey } from '../domain/ids.ts';
import type { Language } from '../domain/languages.ts';
import type { ModelSchema, NamedModel } from '../domain/model.ts';
import { isStillHere } from './account/still-here.ts';
import {
  getCache,
  getOwnCache,
  schemaKey,
  type Cached,
  type CacheValues,
  type OwnCacheValues,
} from './caches.ts';
import { db, guardStorage } from './database.ts';
import { ownKey } from './own-keys.ts';
import type { CacheRow } from './schema.ts';

/** What the platform answers, kept: apart from `caches.ts`, whose reading the app begins with. */

export async function putCache<Key extends keyof CacheValues>(
  key: Key,
  value: CacheValues[Key],
  fetchedAtMs: number = Date.now(),
  stale = false,
): Promise<void> {
  await guardStorage(() => db.caches.put({ key, value, fetchedAtMs, stale }));
}

/**
 * Keeps what the platform answered to one person; nothing once they have left this device. Inside a transaction, over
 * `settings` too.
 * @param owner who asked: an answer that comes after somebody else signed in is still theirs
 */
export async function putOwnCache<Key extends keyof OwnCacheValues>(
  owner: UserKey,
  key: Key,
  value: OwnCacheValues[Key],
  fetchedAtMs: number = Date.now(),
  stale = false,
): Promise<void> {
  await putOf(owner, { key: ownKey(owner, key), value, fetchedAtMs, stale });
}

async function putOf(owner: UserKey, row: CacheRow): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.caches, db.settings], async () => {
      if (await isStillHere(owner)) await db.caches.put(row);
    }),
  );
}

/** Where the platform keeps a file that a person uploaded, by its SHA-256; undefined when it is not known here. */
export async function getUploadAddress(
  owner: UserKey,
  sha256: string,
): Promise<Cached<CacheValues[`upload:${string}`]> | undefined> {
  return getCache(uploadKey(owner, sha256));
}

/** Notes where the platform keeps a file that a person uploaded; nothing once they have left this device. */
export async function putUploadAddress(
  owner: UserKey,
  sha256: string,
  url: string,
  fetchedAtMs: number,
): Promise<void> {
  await putOf(owner, { key: uploadKey(owner, sha256), value: { url }, fetchedAtMs });
}

/** The platform does not have the file any more. */
export async function removeUploadAddress(owner: UserKey, sha256: string): Promise<void> {
  await db.caches.delete(uploadKey(owner, sha256));
}

const uploadKey = (owner: UserKey, sha256: string) => `upload:${owner}:${sha256}` as const;

/** Keeps the schemas of a language, by model, in one go. */
export async function putModelSchemas(
  schemas: Readonly<Record<string, ModelSchema>>,
  language: Language,
  fetchedAtMs: number,
  stale: boolean,
): Promise<void> {
  const rows = Object.entries(schemas).map(([model, value]) => ({
    key: schemaKey(model, language),
    value,
    fetchedAtMs,
    stale,
  }));
  await guardStorage(() => db.caches.bulkPut(rows));
}

export async function removeCache(key: keyof CacheValues): Promise<void> {
  await db.caches.delete(key);
}

/**
 * Notes what models are called, for the day when they are no longer listed. What was noted longest ago goes first
 * when there are too many.
 * @param stale the platform could not be asked for the names of those that are gone
 */
export async function rememberModelNames(
  owner: UserKey,
  models: readonly NamedModel[],
  stale: boolean,
  nowMs: number = Date.now(),
): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', [db.caches, db.settings], async () => {
      const before = await getOwnCache(owner, 'modelNames');
      const names = new Map((before?.value ?? []).map((name) => [name.model, name]));
      for (const { model, label_cn, label_en } of models) {
        names.delete(model);
        names.set(model, { model, label_cn, label_en });
      }
      const value = [...names.values()].slice(-modelNamesKept);
      const isSame =
        before?.stale === stale && JSON.stringify(before.value) === JSON.stringify(value);
      if (!isSame) await putOwnCache(owner, 'modelNames', value, nowMs, stale);
    }),
  );
}
