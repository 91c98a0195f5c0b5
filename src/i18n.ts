import { i18n, type Messages } from '@lingui/core';
import { languages, type Language } from './domain/model.ts';
import { expectWords, haveAllWords } from './words/late.ts';

type Load = () => Promise<{ messages: Messages }>;

/** `first`: the frame and the playground; `rest`: every other page. lingui.config.ts says what is where. */
const catalogs: Record<Language, { first: Load; rest: Load }> = {
  cn: {
    first: () => import('../locales/cn/messages.po'),
    rest: () => import('../locales/cn/pages.po'),
  },
  en: {
    first: () => import('../locales/en/messages.po'),
    rest: () => import('../locales/en/pages.po'),
  },
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

/** At the start only what the first paint says is waited for; `untilAllWords` tells when the rest is there. */
async function loadWords(language: Language): Promise<Messages> {
  const { first, rest } = catalogs[language];
  if (!i18n.locale) {
    // Both set out at once.
    expectWords(async () => i18n.load(language, (await rest()).messages));
    return (await first()).messages;
  }
  const [words, others] = await Promise.all([first(), rest()]);
  haveAllWords();
  return { ...words.messages, ...others.messages };
}

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
      const messages = await loadWords(candidate);
      // A slow catalog must not undo a later choice.
      if (wanted !== language) return isLanguage(i18n.locale) ? i18n.locale : language;
      // Not `loadAndActivate`, which would forget what came earlier.
      i18n.load(candidate, messages);
      i18n.activate(candidate, [tags[candidate]]);
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
