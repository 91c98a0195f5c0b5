import { languageTag } from '../domain/languages.ts';
import { monthBounds, type Month } from '../domain/months.ts';

/** Intl sets Chinese units without a space: `3分钟`; beside Latin digits Chinese is set with one. */
function spaced(figure: string): string {
  return figure.replace(/(?<=\d)(?=\p{Script=Han})/u, ' ');
}

/**
 * A rough length of time, in the one unit a person would say: "8 sec", "3 min", "2 hr".
 * @param seconds rounded so that a live figure does not flicker
 */
export function formatDuration(seconds: number, language: string): string {
  const whole = Math.max(1, Math.round(Number.isFinite(seconds) ? seconds : 0));
  const [value, unit] =
    whole < 90
      ? [whole > 20 ? Math.round(whole / 5) * 5 : whole, 'second']
      : whole < 5_400
        ? [Math.round(whole / 60), 'minute']
        : [Math.round(whole / 3_600), 'hour'];
  return spaced(
    new Intl.NumberFormat(languageTag(language), {
      style: 'unit',
      unit,
      unitDisplay: 'short',
    }).format(value),
  );
}

let timeFormat: Intl.DateTimeFormat | null = null;

/** Made at the first use: the browser reads all time zones for it, which a start must not wait for. */
function timeParts(atMs: number): Intl.DateTimeFormatPart[] {
  timeFormat ??= new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Shanghai',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return timeFormat.formatToParts(atMs);
}

/** Spec 1, section 9: times in Asia/Shanghai as month-day hour:minute, e.g. `11-20 21:05`. */
export function formatTime(atMs: number): string {
  const parts = new Map(timeParts(atMs).map((part) => [part.type, part.value]));
  return `${parts.get('month')}-${parts.get('day')} ${parts.get('hour')}:${parts.get('minute')}`;
}

/** Only the hour and minute of `formatTime`, for what is about to happen. */
export function formatTimeOfDay(atMs: number): string {
  return formatTime(atMs).slice(-5);
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

/** A day as people write it: "Dec 21", "12月21日"; with the year when it is not this one. */
export function formatDay(atMs: number, language: string, nowMs: number = Date.now()): string {
  const timeZone = 'Asia/Shanghai';
  const year = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' });
  return new Intl.DateTimeFormat(languageTag(language), {
    timeZone,
    // Short months of Chinese and its neighbours are bare numbers that do not say what they count.
    month: /^(zh|ja|ko)/.test(languageTag(language)) ? 'long' : 'short',
    day: 'numeric',
    ...(year.format(atMs) !== year.format(nowMs) && { year: 'numeric' }),
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

const byteDigits = (value: number, step: number): number => (value < 10 && step > 1 ? 1 : 0);

/** A file's size as people say it: "1.2 MB", "340 kB". */
export function formatBytes(bytes: number, language: string): string {
  const step = byteStep(bytes);
  const value = Math.max(0, bytes) / bytesPerStep ** step;
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
  return new Intl.NumberFormat(languageTag(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.max(0, bytes) / bytesPerStep ** step);
}

export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(languageTag(language)).format(value);
}

/** A price: "¥19", "¥19.50". @param fen hundredths of a yuan */
export function formatYuan(fen: number, language: string): string {
  return new Intl.NumberFormat(languageTag(language), {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(fen / 100);
}

const compactFormats = new Map<string, Intl.NumberFormat>();

/** A large number in short: "1.2M", "120 万". Kept per language, because lists of them are made at every keystroke. */
export function formatCompact(value: number, language: string): string {
  let format = compactFormats.get(language);
  if (!format) {
    format = new Intl.NumberFormat(languageTag(language), {
      notation: 'compact',
      maximumFractionDigits: 1,
    });
    compactFormats.set(language, format);
  }
  return spaced(format.format(value));
}

/** 0…1 as a whole percentage. */
export function formatPercent(share: number, language: string): string {
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
