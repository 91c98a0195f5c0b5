import { useEffect, useState } from 'react';
import { languageHelpers } from '../../../api/contract/language.ts';
import { call } from '../../../api/client.ts';
import type { LanguageAbilities } from '../../../domain/language-abilities.ts';
import type { ModelPlace } from '../../../domain/model.ts';

/** What was said last stands until the next answer: buttons must not come and go at every opening. */
const known = new Map<ModelPlace, LanguageAbilities>();

/**
 * Who helps with words at a place; null until it has said so.
 * @param isAsked whether there is anybody to ask
 */
export function useLanguageAbilities(
  isAsked: boolean,
  place: ModelPlace = 'platform',
): LanguageAbilities | null {
  const [abilities, setAbilities] = useState(known.get(place) ?? null);
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    call(languageHelpers, { place, signal: leaving.signal }).then(
      (answer) => {
        known.set(place, answer);
        setAbilities(answer);
      },
      // Helpers that are good by either means are there without it; the next opening asks again.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isAsked, place]);
  return abilities;
}
