import { useLiveQuery } from 'dexie-react-hooks';
import { getModelSchema } from '../db/caches.ts';
import { languages, type Language } from '../domain/languages.ts';
import { type ModelSchema } from '../domain/model.ts';

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
    const wanted = [language, ...languages.filter((other) => other !== language)];
    for (const candidate of wanted) {
      const schema = await getModelSchema(model, candidate);
      if (schema) return { model, schema };
    }
    return { model, schema: null };
  }, [model, language]);
  // In another language the form stays as it is until the new words are read; of another model it must not.
  return found?.model === model ? found.schema : undefined;
}
