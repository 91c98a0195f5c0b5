import { languageTag } from '../domain/languages.ts';
import { isPlain, plainFigure, spaced, type PlainLanguage } from './plain-figures.ts';

const plainDurations: Record<PlainLanguage, Record<'second' | 'minute' | 'hour', string>> = {
  cn: { second: '秒', minute: '分钟', hour: '小时' },
  en: { second: 'sec', minute: 'min', hour: 'hr' },
};

/**
 * A rough length of time, in the one unit a person would say: "8 sec", "3 min", "2 hr".
 * @param seconds rounded so that a live figure does not flicker
 */
export function formatDuration(seconds: number, language: string): string {
  const whole = Math.max(1, Math.round(Number.isFinite(seconds) ? seconds : 0));
  const [value, unit] =
    whole < 90
      ? ([whole > 20 ? Math.round(whole / 5) * 5 : whole, 'second'] as const)
      : whole < 5_400
        ? ([Math.round(whole / 60), 'minute'] as const)
        : ([Math.round(whole / 3_600), 'hour'] as const);
  const figure = plainFigure(value, language);
  if (figure !== null && isPlain(language)) return `${figure} ${plainDurations[language][unit]}`;
  return spaced(
    new Intl.NumberFormat(languageTag(language), {
      style: 'unit',
      unit,
      unitDisplay: 'short',
    }).format(value),
  );
}

/** A time on this device's clock to the second, for a log: "14:05:09". */
export function formatClockSeconds(atMs: number, language: string): string {
  return new Intl.DateTimeFormat(languageTag(language), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
}

/** A time on this device's clock: "14:05", with the day when that is not today's. */
export function formatClock(atMs: number, nowMs: number, language: string): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return new Intl.DateTimeFormat(languageTag(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(!isToday && { month: 'short', day: 'numeric' }),
  }).format(atMs);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Limits are set in powers of two, so sizes are told in them: a limit and a file of that size read the same. */
const bytesPerStep = 1_024;

/** The unit in which a size has at most three digits before the point; the last one has no end. */
function byteStep(bytes: number): number {
  let step = 0;
  // What would be rounded to 1,024 of a unit is one of the next.
  while (step < byteUnits.length - 1 && Math.round(bytes / bytesPerStep ** step) >= bytesPerStep) {
    step += 1;
  }
  return step;
}

/** As they are set beside a plain figure; bytes are a word. */
const byteMarks = [null, 'kB', 'MB', 'GB'] as const;
const plainBytes: Record<PlainLanguage, (value: number) => string> = {
  cn: () => '字节',
  en: (value) => (value === 1 ? 'byte' : 'bytes'),
};

const byteDigits = (value: number, step: number): number => (value < 10 && step > 1 ? 1 : 0);

/** A file's size as people say it: "1.2 MB", "340 kB". */
export function formatBytes(bytes: number, language: string): string {
  const step = byteStep(bytes);
  const value = Math.max(0, bytes) / bytesPerStep ** step;
  if (isPlain(language)) {
    const rounded = Number(value.toFixed(byteDigits(value, step)));
    const unit = byteMarks[step] ?? plainBytes[language](rounded);
    return `${plainFigure(rounded, language) ?? rounded} ${unit}`;
  }
  const said = new Intl.NumberFormat(languageTag(language), {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    // A short "byte" has no plural, and is a letter in Chinese.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: byteDigits(value, step),
  }).format(value);
  return spaced(said);
}

/** A part of a file in the unit of the whole, to be said with it: "1.2" of "8.4 MB". */
export function formatBytesPart(bytes: number, wholeBytes: number, language: string): string {
  const step = byteStep(wholeBytes);
  const digits = byteDigits(wholeBytes / bytesPerStep ** step, step);
  const value = Math.max(0, bytes) / bytesPerStep ** step;
  if (value < 999 && isPlain(language)) return value.toFixed(digits);
  return new Intl.NumberFormat(languageTag(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

export function formatNumber(value: number, language: string): string {
  return plainFigure(value, language) ?? new Intl.NumberFormat(languageTag(language)).format(value);
}

/** 0…1 as a whole percentage. */
export function formatPercent(share: number, language: string): string {
  const figure = plainFigure(Math.round(share * 100), language);
  if (figure !== null) return `${figure}%`;
  return new Intl.NumberFormat(languageTag(language), {
    style: 'percent',
    maximumFractionDigits: 0,
  }).format(share);
}

/** Several things, all of them meant: "ink, oil, and film". */
export function formatAll(items: readonly string[], language: string): string {
  return new Intl.ListFormat(languageTag(language), { type: 'conjunction' }).format(items);
}

/** Several things of which one is meant: "JPEG, PNG or WebP", as the other English texts have it. */
export function formatChoices(items: readonly string[], language: string): string {
  const tag = languageTag(language);
  return new Intl.ListFormat(tag === 'en' ? 'en-GB' : tag, { type: 'disjunction' }).format(items);
}
