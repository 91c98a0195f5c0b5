import { languages, languageTag, type Language } from '../domain/languages.ts';

/**
 * Languages that set figures as English does: `1,024.5`, `1.2 MB`. They need no Intl on a first page: its first use reads
 * megabytes, which takes 17 ms of a fast computer and 70 of a phone. A language that is not here is left to Intl.
 */
const plainLanguages = ['cn', 'en'] as const satisfies readonly Language[];
export type PlainLanguage = (typeof plainLanguages)[number];

export const isPlain = (language: string): language is PlainLanguage =>
  (plainLanguages as readonly string[]).includes(language);

/** `12,345`; null where it is not a whole number, or where the language has its own way. */
export function plainFigure(value: number, language: string): string | null {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return null;
  if (!isPlain(language)) return null;
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * As `plainFigure`, for a language by its tag: what Lingui has for `#` (scripts/vite-lingui.ts).
 * @param tags of which the first counts
 */
export function plainFigureByTag(value: number, tags: string | readonly string[]): string | null {
  const tag = typeof tags === 'string' ? tags : tags[0];
  const language = languages.find((known) => languageTag(known) === tag);
  return language === undefined ? null : plainFigure(value, language);
}

/** Intl sets Chinese units without a space: `3分钟`; beside Latin digits Chinese is set with one. */
export function spaced(figure: string): string {
  return figure.replace(/(?<=\d)(?=\p{Script=Han})/u, ' ');
}
