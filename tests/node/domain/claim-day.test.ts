import { expect, test } from 'vitest';
import { claimDay, claimDayEndMs, isTimeZone } from '../../../src/domain/credits.ts';

test.each([
  ['Asia/Shanghai', '2026-11-26T15:59:59.999Z', '2026-11-26', '2026-11-26T16:00:00.000Z'],
  ['Asia/Shanghai', '2026-11-26T16:00:00.000Z', '2026-11-27', '2026-11-27T16:00:00.000Z'],
  ['UTC', '2026-12-31T23:00:00.000Z', '2026-12-31', '2027-01-01T00:00:00.000Z'],
  // Clocks are put back: a day of 25 hours; and forth: one of 23.
  ['America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-01', '2026-11-02T05:00:00.000Z'],
  ['America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-08', '2026-03-09T04:00:00.000Z'],
  // Midnight itself is skipped there.
  ['America/Santiago', '2026-09-05T12:00:00.000Z', '2026-09-05', '2026-09-06T04:00:00.000Z'],
  // It moved over the date line and had no 30 December.
  ['Pacific/Apia', '2011-12-30T09:00:00.000Z', '2011-12-29', '2011-12-30T10:00:00.000Z'],
])('in %s the day of %s is %s and ends at %s', (zone, at, day, end) => {
  const nowMs = Date.parse(at);
  expect(claimDay(nowMs, zone)).toBe(day);
  const endMs = claimDayEndMs(nowMs, zone);
  expect(new Date(endMs).toISOString()).toBe(end);
  expect(claimDay(endMs - 1, zone)).toBe(day);
  expect(claimDay(endMs, zone)).not.toBe(day);
});

test('the day of a zone whose clocks are never changed is the one that Intl tells', () => {
  for (const zone of ['Asia/Shanghai', 'UTC']) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    // Every 5 hours and 37 minutes of ten years, and the summers in which China changed its clocks.
    for (let at = Date.UTC(2020, 0, 1); at < Date.UTC(2030, 0, 1); at += 20_220_000)
      if (claimDay(at, zone) !== format.format(at))
        expect(claimDay(at, zone)).toBe(format.format(at));
    for (let at = Date.UTC(1986, 0, 1); at < Date.UTC(1993, 0, 1); at += 20_220_000)
      if (claimDay(at, zone) !== format.format(at))
        expect(claimDay(at, zone)).toBe(format.format(at));
  }
  expect(() => claimDay(Number.NaN, 'UTC')).toThrow(RangeError);
});

test('what is no time zone is known as none', () => {
  expect(['Europe/Berlin', 'UTC', 'Asia/Urumqi'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['', 'Mars/Olympus', '__proto__', 'x'.repeat(90)].map(isTimeZone)).toEqual(
    Array(4).fill(false),
  );
});
