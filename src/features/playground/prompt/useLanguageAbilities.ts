import { useEffect, useState } from 'react';
import { languageHelpers } from '../../../api/contract/language.ts';
import { call } from '../../../api/client.ts';
import type { LanguageAbilities } from '../../../domain/language-abilities.ts';

/** What was said last stands until the next answer: buttons must not come and go at every opening. */
let known: LanguageAbilities | null = null;

/**
 * Who helps with words on the platform; null until it has said so.
 * @param isAsked whether there is anybody to ask
 */
export function useLanguageAbilities(isAsked: boolean): LanguageAbilities | null {
  const [abilities, setAbilities] = useState(known);
  useEffect(() => {
    if (!isAsked) return;
    const leaving = new AbortController();
    call(languageHelpers, { signal: leaving.signal }).then(
      (answer) => {
        known = answer;
        setAbilities(answer);
      },
      // Helpers that are good by either means are there without it; the next opening asks again.
      () => undefined,
    );
    return () => leaving.abort();
  }, [isAsked]);
  return abilities;
}
