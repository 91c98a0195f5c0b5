interface LanguageFacts {
  /** The tag for `<html lang>` and `Intl`: `cn` is the product's code, not a language tag. */
  tag: string;
  /** Primary subtags of the browser languages that it serves. */
  browser: readonly string[];
  /** Its name in itself, so that everyone finds their own. */
  name: string;
  /** Between two sentences. */
  sentenceGap: string;
  fullStop: string;
}

/**
 * The languages of the product, and everything that tells them apart: a new one is a line here and its catalogs
 * in `locales/` (README, "Add a language"). The first one is what a stranger sees (spec 1, section 1).
 */
const facts = {
  cn: { tag: 'zh-CN', browser: ['zh'], name: '中文', sentenceGap: '', fullStop: '。' },
  en: { tag: 'en', browser: ['en'], name: 'English', sentenceGap: ' ', fullStop: '.' },
} as const satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof facts;

export const languages = Object.keys(facts) as [Language, ...Language[]];

const defaultLanguage: Language = 'cn';

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** What Lingui calls the locale is one of our languages. */
export function asLanguage(locale: string): Language {
  return isLanguage(locale) ? locale : defaultLanguage;
}

/** The tag by which HTML and `Intl` know one of our languages. */
export function languageTag(locale: string): string {
  return facts[asLanguage(locale)].tag;
}

/** What stands between two sentences; a Chinese full stop brings its own space. */
export function sentenceGap(locale: string): string {
  return facts[asLanguage(locale)].sentenceGap;
}

/** A text of somebody else's before a sentence of ours: it ends as one, and has what stands between them. */
export function beforeSentence(text: string, locale: string): string {
  const { sentenceGap: gap, fullStop } = facts[asLanguage(locale)];
  const words = text.trim();
  const stop = words === '' || /[.!?…:。！？：]["'”’」』)）]*$/.test(words) ? '' : fullStop;
  return words && words + stop + gap;
}

/** What a language calls itself. */
export function languageName(language: Language): string {
  return facts[language].name;
}

/**
 * The first of our languages among those that a person prefers.
 * @param tags as in `navigator.languages` or an Accept-Language header, the preferred one first
 */
export function matchLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const primary = /^[a-z]+/i.exec(tag.trim())?.[0].toLowerCase();
    const match = languages.find((language) =>
      facts[language].browser.some((served) => served === primary),
    );
    if (match) return match;
  }
  return defaultLanguage;
}

/**
 * Words of models, engines and fields. The wire has them in Chinese and English (`label_cn`, `label_en`); another
 * language may be given beside them.
 */
export type LocalizedText = Readonly<
  { cn: string; en: string } & Partial<Record<Language, string>>
>;

/** A text in a language; English where it has not been given in that one. */
export function textIn(text: LocalizedText, language: Language): string {
  return (text as Partial<Record<Language, string>>)[language] ?? text.en;
}

/** Languages that prompts are understood and written in; whoever reads another one is helped in English. */
export type PromptLanguage = 'cn' | 'en';

export function promptLanguage(language: Language): PromptLanguage {
  return language === 'cn' ? 'cn' : 'en';
}

/** Which language words are in, `otherwise` where they don't tell. */
export function languageOf(text: string, otherwise: PromptLanguage): PromptLanguage {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  if (han === 0 && latin === 0) return otherwise;
  // One Chinese character says about as much as one word, and borrowed words stand in Chinese sentences.
  return han * 2 >= latin ? 'cn' : 'en';
}
