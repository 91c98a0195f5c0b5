import { guestOwner } from '../domain/community.ts';
import type { LedgerEntry } from '../domain/credits.ts';
import type { Publication } from '../domain/gallery.ts';
import type { Language } from '../domain/languages.ts';
import { modelNamesKept } from '../domain/limits.ts';
import type { LoraItem } from '../domain/loras.ts';
import type { WorkLink } from '../domain/work-links.ts';
import type { ModelSchema, ListedModel, NamedModel } from '../domain/model.ts';
import type { UserKey } from '../domain/ids.ts';
import { db, guardStorage } from './database.ts';
import { ownKey } from './own-keys.ts';
import type { Balance, CacheRow, StoredBytes } from './schema.ts';
import { currentOwner, isStillHere } from './account/session.ts';

type LoraListKey = `loras:${string}`;
export type SchemaKey = `schema:${string}:${Language}`;

/** What the platform answers to one person only. */
export interface OwnCacheValues {
  /** Not everybody may use every model. */
  models: ListedModel[];
  /** What every model was called that was ever listed here or made one of the person's works. */
  modelNames: NamedModel[];
  balance: Balance;
  storedBytes: StoredBytes;
  /** Links to works that they have given, the newest first. */
  links: WorkLink[];
  /** Their works in the gallery, the newest first. */
  publications: Publication[];
  /** First page of the credit ledger, to read without a network. */
  ledger: { entries: LedgerEntry[]; total: number };
}

/** Keys of `caches` with the type each holds: what is the same for everybody, or names its owner itself. */
export interface CacheValues {
  [key: SchemaKey]: ModelSchema;
  [key: LoraListKey]: LoraItem[];
  /** Where the platform keeps an upload, by its hash: `upload:{userKey}:{sha256}`. */
  [key: `upload:${string}`]: { url: string };
}

export interface Cached<Value> {
  value: Value;
  fetchedAtMs: number;
  /** Older than it should be: the platform could not be asked. */
  stale?: boolean;
}

export function schemaKey(model: string, language: Language): SchemaKey {
  return `schema:${model}:${language}`;
}

export function loraListKey(language: Language): LoraListKey {
  return `loras:${language}`;
}

export async function getCache<Key extends keyof CacheValues>(
  key: Key,
): Promise<Cached<CacheValues[Key]> | undefined> {
  return (await db.caches.get(key)) as Cached<CacheValues[Key]> | undefined;
}

export async function putCache<Key extends keyof CacheValues>(
  key: Key,
  value: CacheValues[Key],
  fetchedAtMs: number = Date.now(),
  stale = false,
): Promise<void> {
  await guardStorage(() => db.caches.put({ key, value, fetchedAtMs, stale }));
}

export async function getOwnCache<Key extends keyof OwnCacheValues>(
  owner: UserKey,
  key: Key,
): Promise<Cached<OwnCacheValues[Key]> | undefined> {
  return (await db.caches.get(ownKey(owner, key))) as Cached<OwnCacheValues[Key]> | undefined;
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
 * The model list of whoever is here, as last fetched. Before the first answer to a person it is what anybody may
 * use; undefined before the first visit with a network.
 */
export async function getModelList(): Promise<Cached<ListedModel[]> | undefined> {
  const owner = await currentOwner();
  const own = await getOwnCache(owner, 'models');
  if (own || owner === guestOwner) return own;
  return getOwnCache(guestOwner as UserKey, 'models');
}

export async function getModels(): Promise<ListedModel[] | undefined> {
  return (await getModelList())?.value;
}

/**
 * What models are called, those too that are no longer listed: what was made with them keeps their name. Undefined
 * before the first visit with a network.
 */
export async function getNamedModels(): Promise<NamedModel[] | undefined> {
  const owner = await currentOwner();
  const owners = owner === guestOwner ? [owner] : [owner, guestOwner as UserKey];
  const [own, ...others] = await Promise.all(owners.map((who) => getOwnCache(who, 'modelNames')));
  // Whoever has names has those of the list among them; the list itself is many times as large.
  const first = own?.value ?? (await getModels());
  return first && [...first, ...others.flatMap((row) => row?.value ?? [])];
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

/** A model's input schema with titles in a language. */
export async function getModelSchema(
  model: string,
  language: Language,
): Promise<ModelSchema | undefined> {
  return (await getCache(schemaKey(model, language)))?.value;
}

/** The public list of LoRAs with its words in a language; undefined until known. */
export async function getLoras(language: Language): Promise<LoraItem[] | undefined> {
  return (await getCache(loraListKey(language)))?.value;
}

/** Balance of the person who is signed in; undefined until known. */
export async function getBalance(): Promise<Cached<Balance> | undefined> {
  return getOwnCache(await currentOwner(), 'balance');
}

/** What the platform keeps for the person who is signed in; undefined until known. */
export async function getStoredBytes(): Promise<Cached<StoredBytes> | undefined> {
  return getOwnCache(await currentOwner(), 'storedBytes');
}
