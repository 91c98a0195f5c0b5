import { useLiveQuery } from './useLiveQuery.ts';
import { getModelSchema } from '../db/caches.ts';
import { languages, type Language } from '../domain/languages.ts';
import { type ModelSchema } from '../domain/model.ts';

/** In a language, else in whichever it is here. */
async function readSchema(model: string, language: Language): Promise<ModelSchema | null> {
  for (const candidate of [language, ...languages.filter((other) => other !== language)]) {
    const schema = await getModelSchema(model, candidate);
    if (schema) return schema;
  }
  return null;
}

/** The schemas of several models, as far as they are here; undefined until read. */
export function useModelSchemas(
  models: readonly string[],
  language: Language,
): ReadonlyMap<string, ModelSchema> | undefined {
  const key = models.join('\n');
  return useLiveQuery(async () => {
    const found = await Promise.all(models.map((model) => readSchema(model, language)));
    return new Map(
      models.flatMap((model, index) => {
        const schema = found[index];
        return schema ? [[model, schema] as const] : [];
      }),
    );
  }, [key, language]);
}

/**
 * A model's schema in a language; until that arrives, in another one: offline, a form in the wrong language is
 * better than none. Undefined until read, null when the device has none.
 */
export function useModelSchema(
  model: string | null,
  language: Language,
): ModelSchema | null | undefined {
  const found = useLiveQuery(async () => {
    if (model === null) return { model, schema: null };
    return { model, schema: await readSchema(model, language) };
  }, [model, language]);
  // In another language the form stays as it is until the new words are read; of another model it must not.
  return found?.model === model ? found.schema : undefined;
}
