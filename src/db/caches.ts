import type { LedgerEntry } from '../domain/credits.ts';
import type { Language, ModelItem, ModelSchema } from '../domain/model.ts';
import { db, guardStorage } from './database.ts';
import type { Balance } from './schema.ts';

export type SchemaKey = `schema:${string}:${Language}`;

/** Keys of `caches` with the type each holds. */
export interface CacheValues {
  models: ModelItem[];
  balance: Balance;
  /** First page of the credit ledger, to read without a network. */
  ledger: { entries: LedgerEntry[]; total: number };
  [key: SchemaKey]: ModelSchema;
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

/** The model list as last fetched; undefined before the first visit with a network. */
export async function getModels(): Promise<ModelItem[] | undefined> {
  return (await getCache('models'))?.value;
}

/** A model's input schema with titles in a language. */
export async function getModelSchema(
  model: string,
  language: Language,
): Promise<ModelSchema | undefined> {
  return (await getCache(schemaKey(model, language)))?.value;
}

/** Balance of the person who is signed in; undefined until known. */
export async function getBalance(): Promise<Cached<Balance> | undefined> {
  return getCache('balance');
}
