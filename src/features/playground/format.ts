import { spaced } from '../../words/intl.ts';

/** BCP 47 tag of one of our locales. */
export function languageTag(locale: string): string {
  return locale === 'cn' ? 'zh-CN' : 'en';
}

/** `2.1 MB`, in the reader's way of writing numbers. */
export function fileSize(bytes: number, locale: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return new Intl.NumberFormat(languageTag(locale), {
    style: 'unit',
    unit: units[unit],
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit > 1 ? 1 : 0,
  }).format(value);
}

/** `12 s`, `3 min`: a rough wait, never more precise than the estimate behind it. */
export function roughDuration(seconds: number, locale: string): string {
  const short = seconds < 90;
  const value = short ? Math.max(1, Math.round(seconds)) : Math.round(seconds / 60);
  return spaced(
    new Intl.NumberFormat(languageTag(locale), {
      style: 'unit',
      unit: short ? 'second' : 'minute',
      unitDisplay: 'short',
    }).format(value),
  );
}
