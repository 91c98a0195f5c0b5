import { i18n, type Messages } from '@lingui/core';
import { loadCatalog } from './catalogs.ts';
import { languages, languageTag, isLanguage, type Language } from './domain/languages.ts';
import { languageMirrorKey } from './language-choice.ts';
import { expectWords, haveAllWords } from './words/lazy-words.ts';

let wanted: Language | null = null;

/** At the start only what the first paint says is waited for; `untilAllWords` tells when the rest is there. */
async function loadWords(language: Language): Promise<Messages> {
  if (!i18n.locale) {
    // Both set out at once.
    expectWords(async () => i18n.load(language, await loadCatalog('rest', language)));
    return loadCatalog('first', language);
  }
  const [words, others] = await Promise.all([
    loadCatalog('first', language),
    loadCatalog('rest', language),
  ]);
  haveAllWords();
  return { ...words, ...others };
}

/**
 * Loads a language and switches to it without a reload: components re-render, their state stays.
 * When its catalog cannot be loaded, the current language stays; at the start the other one is tried.
 * @param keep writes the choice down, once its words are there and before they are shown
 * @returns the language that is now shown
 * @throws when no catalog at all could be loaded
 */
export async function activateLanguage(
  language: Language,
  keep?: () => Promise<void>,
): Promise<Language> {
  wanted = language;
  const candidates = i18n.locale
    ? [language]
    : [language, ...languages.filter((other) => other !== language)];
  let failure: unknown = null;
  for (const candidate of candidates) {
    try {
      const messages = await loadWords(candidate);
      if (wanted === language) await keep?.();
      // A slow catalog must not undo a later choice.
      if (wanted !== language) return isLanguage(i18n.locale) ? i18n.locale : language;
      // Not `loadAndActivate`, which would forget what came earlier.
      i18n.load(candidate, messages);
      i18n.activate(candidate, [languageTag(candidate)]);
      document.documentElement.lang = languageTag(candidate);
      try {
        if (candidate === language) localStorage.setItem(languageMirrorKey, candidate);
      } catch {
        // Only the next first paint guesses again.
      }
      return candidate;
    } catch (error) {
      failure = error;
    }
  }
  if (isLanguage(i18n.locale)) return i18n.locale;
  throw failure;
}
