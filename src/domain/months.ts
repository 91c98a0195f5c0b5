/**
 * Months as people look for their works by them. The specification shows times in Asia/Shanghai (spec 1, section 9),
 * so months turn there too; UTC+8 has had no daylight saving since 1991.
 */

/** A month as links and lists write it, `2026-11`. */
export type Month = `${number}-${number}`;

const offsetMs = 8 * 3_600_000;

/** A moment whose UTC parts are the calendar and the clock in Asia/Shanghai: `getUTCHours` of it is the hour there. */
export function clockOf(atMs: number): Date {
  return new Date(atMs + offsetMs);
}

export function isMonth(value: unknown): value is Month {
  return typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value);
}

export function monthOf(atMs: number): Month {
  return clockOf(atMs).toISOString().slice(0, 7) as Month;
}

/** The times of a month: from `fromMs` up to, and not with, `untilMs`. */
export function monthBounds(month: Month): { fromMs: number; untilMs: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const startOf = (index: number) => Date.UTC(year, index) - offsetMs;
  return { fromMs: startOf(number - 1), untilMs: startOf(number) };
}
