import { call, callAged } from '../../api/client.ts';
import type { Aged } from '../../api/client.ts';
import {
  listLoras,
  listModelNames,
  listModelSchemas,
  listModels,
} from '../../api/contract/models.ts';
import type { Credentials } from '../../api/request.ts';
import { listedPlaces } from '../../db/account/community.ts';
import { currentOwner, getSession, isSessionUsable } from '../../db/account/session.ts';
import { getCache, getModelList, getOwnCache, loraListKey, schemaKey } from '../../db/caches.ts';
import {
  putCache,
  putModelSchemas,
  putOwnCache,
  rememberModelNames,
  removeCache,
} from '../../db/keep-answers.ts';
import { getOwnSetting, getSetting } from '../../db/settings.ts';
import type { KilnError } from '../../domain/errors.ts';
import type { UserKey } from '../../domain/ids.ts';
import { languages, matchLanguage, type Language } from '../../domain/languages.ts';
import { remoteCacheTtlMs } from '../../domain/limits.ts';
import {
  withoutTools,
  type ListedModel,
  type ModelItem,
  type ModelPlace,
} from '../../domain/model.ts';
import { credentialsOf } from '../engine/types.ts';
import { toKilnError } from '../engine/retry-policy.ts';

/**
 * Asks for the model list and fetches the schemas of all models in both languages, so that every form opens
 * without a network. Schemas are asked for again when the list changed or they are old.
 */
export async function refreshModels(signal: AbortSignal): Promise<void> {
  const owner = await currentOwner();
  const signedIn = await getSession();
  // What is offered depends on who asks; a refused session asks as nobody.
  const session = isSessionUsable(signedIn) ? credentialsOf(signedIn) : null;
  const known = (await getModelList())?.value ?? [];
  let failure: KilnError | null = null;
  const lists: Aged<ListedModel[]>[] = [];
  // A request names its model by id, so a model that two places offer is listed once, by the first of them.
  const listed = new Set<string>();
  const notListed = <Model extends ModelItem>(models: readonly Model[]): Model[] => {
    const more = models.filter(({ model }) => !listed.has(model));
    for (const { model } of more) listed.add(model);
    return more;
  };
  // The platform leaves them out by itself, and knows sooner.
  const hidden = await getSetting('hiddenTools');
  const offeredBy = <Model extends ModelItem>(place: ModelPlace, models: readonly Model[]) =>
    notListed(place === 'horde' ? withoutTools(models, hidden) : models);
  const places = await listedPlaces();
  const linked = await getOwnSetting(owner, 'linkedApps');
  const apps = linked.length > 0 ? linked.join(',') : undefined;
  for (const place of places) {
    try {
      const { data, ...age } = await callAged(listModels, {
        place,
        session,
        signal,
        query: { apps },
      });
      const offered = offeredBy(place, data);
      lists.push({ data: offered.map((model) => ({ ...model, place })), ...age });
      await refreshSchemas({ place, session, signal }, offered, known, apps);
      // The Horde lists none: whoever uses one there knows its name.
      if (place === 'platform') await refreshLoras({ place, session, signal });
    } catch (error) {
      signal.throwIfAborted();
      failure = toKilnError(error);
      // One who can't be reached takes nobody else's models out of the list.
      const before = known.filter((model) => model.place === place);
      const data = offeredBy(place, before);
      if (data.length > 0) lists.push({ data, fetchedAtMs: Date.now(), stale: true });
    }
  }
  if (lists.length > 0) {
    const models = lists.flatMap(({ data }) => data).map((model, value) => ({ ...model, value }));
    const fetchedAtMs = Math.min(...lists.map((list) => list.fetchedAtMs));
    await putOwnCache(
      owner,
      'models',
      models,
      fetchedAtMs,
      lists.some((list) => list.stale),
    );
    const asked = places.includes('platform') ? session : null;
    await refreshNames({ owner, session: asked, signal }, known, models);
  }
  if (failure) throw failure;
}

/**
 * Notes what the models are called. The platform is asked for the names of those that are gone once, and again when
 * its list has changed: works of other devices may have been made by one that was never in the list here.
 */
async function refreshNames(
  { owner, session, signal }: { owner: UserKey } & Omit<Asked, 'place'>,
  known: readonly ListedModel[],
  models: readonly ListedModel[],
): Promise<void> {
  const ids = (list: readonly ListedModel[]) =>
    list.flatMap(({ place, model }) => (place === 'platform' ? [model] : [])).join('\n');
  const before = await getOwnCache(owner, 'modelNames');
  const isDue = session !== null && (before?.stale !== false || ids(known) !== ids(models));
  await rememberModelNames(owner, [...known, ...models], isDue);
  if (!isDue) return;
  try {
    await rememberModelNames(owner, await call(listModelNames, { session, signal }), false);
  } catch {
    // The list is there, and what is gone is asked for with the next one.
    signal.throwIfAborted();
  }
}

/** What is read on this device. */
async function ownLanguage(): Promise<Language> {
  return (await getSetting('language')) ?? matchLanguage(navigator.languages);
}

interface Asked {
  place: ModelPlace;
  session: Credentials | null;
  signal: AbortSignal;
}

const isOutdated = (cached: { fetchedAtMs: number } | undefined) =>
  !cached || Date.now() - cached.fetchedAtMs > 12 * remoteCacheTtlMs;

/** Fetches the public list of LoRAs in the person's language when it is old. */
async function refreshLoras(asked: Asked): Promise<void> {
  const language = await ownLanguage();
  if (!isOutdated(await getCache(loraListKey(language)))) return;
  const fresh = await callAged(listLoras, { ...asked, query: { lang: language } });
  await putCache(loraListKey(language), fresh.data, fresh.fetchedAtMs, fresh.stale);
}

/**
 * Fetches the schemas of a place's models in the person's language when their list changed or they are old; those
 * in another one are asked for when that is chosen.
 */
async function refreshSchemas(
  asked: Asked,
  models: readonly ModelItem[],
  known: readonly ListedModel[],
  apps: string | undefined,
): Promise<void> {
  const names = (list: readonly ModelItem[]) =>
    JSON.stringify(list.map((item) => ({ ...item, value: 0, place: null })));
  const isChanged = names(known.filter((model) => model.place === asked.place)) !== names(models);
  const language = await ownLanguage();
  const keys = models.map(({ model }) => schemaKey(model, language));
  const schemas = await Promise.all(keys.map((key) => getCache(key)));
  const isOld = schemas.some((schema) => isOutdated(schema));
  if (!isChanged && !isOld) return;
  const fresh = await callAged(listModelSchemas, { ...asked, query: { lang: language, apps } });
  const wanted = new Set(models.map(({ model }) => model));
  const own = Object.entries(fresh.data).filter(([model]) => wanted.has(model));
  await putModelSchemas(Object.fromEntries(own), language, fresh.fetchedAtMs, fresh.stale);
  if (!isChanged || fresh.stale) return;
  // What is known in another language is of the list before.
  const others = languages.filter((other) => other !== language);
  for (const { model } of models) {
    await Promise.all(others.map((other) => removeCache(schemaKey(model, other))));
  }
}
