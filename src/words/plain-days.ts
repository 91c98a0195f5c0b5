import { isLanguage, type Language } from '../domain/languages.ts';

const englishMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * How a day is written, with its year or without, in languages that set figures as English does: `1,024.5`, `1.2 MB`.
 * They need no Intl on a first page: its first use reads megabytes, which takes 17 ms of a fast computer and 70 of a
 * phone. A language that is not here is left to Intl.
 */
const plainDays: Partial<
  Record<Language, (month: number, day: number, year: number | null) => string>
> = {
  cn: (month, day, year) => `${year === null ? '' : `${year}年`}${month}月${day}日`,
  en: (month, day, year) => `${englishMonths[month - 1]} ${day}${year === null ? '' : `, ${year}`}`,
};

/** @returns undefined for a language that is left to Intl */
export function plainDayOf(language: string) {
  return isLanguage(language) ? plainDays[language] : undefined;
}

/** Whether figures are set as English does. */
export function setsFiguresPlainly(language: string): boolean {
  return plainDayOf(language) !== undefined;
}
