import { guestOwner } from '../domain/community.ts';
import type { LedgerEntry } from '../domain/credits.ts';
import type { Publication } from '../domain/gallery.ts';
import type { Language } from '../domain/languages.ts';
import type { LoraItem } from '../domain/loras.ts';
import type { WorkLink } from '../domain/work-links.ts';
import type { ModelSchema, ListedModel, NamedModel } from '../domain/model.ts';
import type { UserKey } from '../domain/ids.ts';
import { db } from './database.ts';
import { ownKey } from './own-keys.ts';
import type { Balance, StoredBytes } from './schema.ts';
import { currentOwner } from './account/session.ts';

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

export async function getOwnCache<Key extends keyof OwnCacheValues>(
  owner: UserKey,
  key: Key,
): Promise<Cached<OwnCacheValues[Key]> | undefined> {
  return (await db.caches.get(ownKey(owner, key))) as Cached<OwnCacheValues[Key]> | undefined;
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
