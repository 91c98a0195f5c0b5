/** The locale that `Intl` knows for one of our languages; ours is called `cn`. */
export function intlLocale(language: string): string {
  return language === 'cn' ? 'zh-CN' : 'en';
}

/** Intl sets Chinese units without a space: `3分钟`; beside Latin digits Chinese is set with one. */
export function spaced(figure: string): string {
  return figure.replace(/(?<=\d)(?=\p{Script=Han})/u, ' ');
}

/**
 * A rough length of time, in the one unit a person would say: "8 sec", "3 min", "2 hr".
 * @param seconds rounded so that a live figure does not flicker
 */
export function formatDuration(seconds: number, language: string): string {
  const whole = Math.max(1, Math.round(Number.isFinite(seconds) ? seconds : 0));
  const [value, unit] =
    whole < 100
      ? [whole > 20 ? Math.round(whole / 5) * 5 : whole, 'second']
      : whole < 5_400
        ? [Math.round(whole / 60), 'minute']
        : [Math.round(whole / 3_600), 'hour'];
  return spaced(
    new Intl.NumberFormat(intlLocale(language), {
      style: 'unit',
      unit,
      unitDisplay: 'short',
    }).format(value),
  );
}

const timeParts = new Intl.DateTimeFormat('en', {
  timeZone: 'Asia/Shanghai',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Spec 1, section 9: times in Asia/Shanghai as month-day hour:minute, e.g. `11-20 21:05`. */
export function formatTime(atMs: number): string {
  const parts = new Map(timeParts.formatToParts(atMs).map((part) => [part.type, part.value]));
  return `${parts.get('month')}-${parts.get('day')} ${parts.get('hour')}:${parts.get('minute')}`;
}

/** A time on this device's clock: "14:05", with the day when that is not today's. */
export function formatClock(atMs: number, nowMs: number, language: string): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return new Intl.DateTimeFormat(intlLocale(language), {
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
  return new Intl.DateTimeFormat(intlLocale(language), {
    timeZone,
    month: language === 'cn' ? 'long' : 'short',
    day: 'numeric',
    ...(year.format(atMs) !== year.format(nowMs) && { year: 'numeric' }),
  }).format(atMs);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Three orders of magnitude each; the last one has no end. */
function byteStep(bytes: number): number {
  const step = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  return Math.min(byteUnits.length - 1, step);
}

const byteDigits = (value: number, step: number): number => (value < 10 && step > 1 ? 1 : 0);

/** A file's size as people say it: "1.2 MB", "340 kB". */
export function formatBytes(bytes: number, language: string): string {
  const step = byteStep(bytes);
  const value = Math.max(0, bytes) / 1_000 ** step;
  return new Intl.NumberFormat(intlLocale(language), {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: byteDigits(value, step),
  }).format(value);
}

/** A part of a file in the unit of the whole, to be said with it: "1.2" of "8.4 MB". */
export function formatBytesPart(bytes: number, wholeBytes: number, language: string): string {
  const step = byteStep(wholeBytes);
  const digits = byteDigits(wholeBytes / 1_000 ** step, step);
  return new Intl.NumberFormat(intlLocale(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(Math.max(0, bytes) / 1_000 ** step);
}

export function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language)).format(value);
}

/** 0…1 as a whole percentage. */
export function formatPercent(share: number, language: string): string {
  return new Intl.NumberFormat(intlLocale(language), {
    style: 'percent',
    maximumFractionDigits: 0,
  }).format(share);
}
