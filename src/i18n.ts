import { i18n, type Messages } from '@lingui/core';
import { languages, type Language } from './domain/model.ts';

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  cn: () => import('../locales/cn/messages.po'),
  en: () => import('../locales/en/messages.po'),
};

/** What `<html lang>` and Intl call our languages: `cn` is the product's code, not a language tag. */
const tags: Record<Language, string> = { cn: 'zh-CN', en: 'en' };

function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

// A mirror of the stored choice: the database answers after the first paint should be over.
const mirrorKey = 'kiln-language';

/** The stored preference, else the browser's language, else Chinese (specification 1, section 1). */
export function firstLanguage(): Language {
  try {
    const stored = localStorage.getItem(mirrorKey);
    if (isLanguage(stored)) return stored;
  } catch {
    // Storage may be forbidden; the browser's language is as good a guess.
  }
  for (const tag of navigator.languages) {
    if (/^zh\b/i.test(tag)) return 'cn';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'cn';
}

let wanted: Language | null = null;

/**
 * Loads a language and switches to it without a reload: components re-render, their state stays.
 * When its catalog cannot be loaded, the current language stays; at the start the other one is tried.
 * @returns the language that is now shown
 * @throws when no catalog at all could be loaded
 */
export async function activateLanguage(language: Language): Promise<Language> {
  wanted = language;
  const candidates = i18n.locale
    ? [language]
    : [language, ...languages.filter((other) => other !== language)];
  let failure: unknown = null;
  for (const candidate of candidates) {
    try {
      const { messages } = await catalogs[candidate]();
      // A slow catalog must not undo a later choice.
      if (wanted !== language) return isLanguage(i18n.locale) ? i18n.locale : language;
      i18n.loadAndActivate({ locale: candidate, locales: [tags[candidate]], messages });
      document.documentElement.lang = tags[candidate];
      try {
        if (candidate === language) localStorage.setItem(mirrorKey, candidate);
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
