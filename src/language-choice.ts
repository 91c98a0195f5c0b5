import { isLanguage, matchLanguage, type Language } from './domain/languages.ts';

// A mirror of the stored choice: the database answers after the first paint should be over.
export const languageMirrorKey = 'kiln-language';

/** The stored preference, else the browser's language, else Chinese (specification 1, section 1). */
export function firstLanguage(): Language {
  try {
    const stored = localStorage.getItem(languageMirrorKey);
    if (isLanguage(stored)) return stored;
  } catch {
    // Storage may be forbidden; the browser's language is as good a guess.
  }
  return matchLanguage(navigator.languages);
}
