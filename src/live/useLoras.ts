import { useLiveQuery } from './useLiveQuery.ts';
import { getLoras } from '../db/caches.ts';
import { languages, type Language } from '../domain/languages.ts';
import type { LoraItem } from '../domain/loras.ts';

/**
 * The public list of LoRAs in a language; until that arrives, in another one, and none before the first visit
 * online. Undefined until read.
 */
export function useLoras(language: Language): LoraItem[] | undefined {
  return useLiveQuery(async () => {
    for (const candidate of [language, ...languages.filter((other) => other !== language)]) {
      const list = await getLoras(candidate);
      if (list) return list;
    }
    return [];
  }, [language]);
}
