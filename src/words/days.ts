import { languageTag } from '../domain/languages.ts';
import { clockOf, monthBounds, type Month } from '../domain/months.ts';
import { isPlain, type PlainLanguage } from './plain-figures.ts';

/* Days and times of the product, which are those of Asia/Shanghai (spec 1, section 9) wherever it runs. */

const englishMonths = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A day with its year, or without. */
const plainDays: Record<
  PlainLanguage,
  (month: number, day: number, year: number | null) => string
> = {
  cn: (month, day, year) => `${year === null ? '' : `${year}年`}${month}月${day}日`,
  en: (month, day, year) => `${englishMonths[month - 1]} ${day}${year === null ? '' : `, ${year}`}`,
};

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Spec 1, section 9: times in Asia/Shanghai as month-day hour:minute, e.g. `11-20 21:05`. Without Intl, which reads all
 * time zones at its first use: a wall of works shows a time on each tile.
 */
export function formatTime(atMs: number): string {
  const at = clockOf(atMs);
  const day = `${twoDigits(at.getUTCMonth() + 1)}-${twoDigits(at.getUTCDate())}`;
  return `${day} ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
}

/** Only the hour and minute of `formatTime`, for what is about to happen. */
export function formatTimeOfDay(atMs: number): string {
  return formatTime(atMs).slice(-5);
}

/** A day as people write it: "Dec 21", "12月21日"; with the year when it is not this one. */
export function formatDay(atMs: number, language: string, nowMs: number = Date.now()): string {
  const at = clockOf(atMs);
  const isThisYear = at.getUTCFullYear() === clockOf(nowMs).getUTCFullYear();
  if (isPlain(language)) {
    const year = isThisYear ? null : at.getUTCFullYear();
    return plainDays[language](at.getUTCMonth() + 1, at.getUTCDate(), year);
  }
  return new Intl.DateTimeFormat(languageTag(language), {
    timeZone: 'Asia/Shanghai',
    // Short months of Chinese and its neighbours are bare numbers that do not say what they count.
    month: /^(zh|ja|ko)/.test(languageTag(language)) ? 'long' : 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(atMs);
}

/** A month as people write it: "November 2026", "2026年11月". */
export function formatMonth(month: Month, language: string): string {
  return new Intl.DateTimeFormat(languageTag(language), {
    timeZone: 'Asia/Shanghai',
    month: 'long',
    year: 'numeric',
  }).format(monthBounds(month).fromMs);
}
