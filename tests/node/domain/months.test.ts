import { expect, test } from 'vitest';

import { isMonth, monthBounds, monthOf } from '../../../src/domain/months.ts';

test('a month begins at midnight in Shanghai, the year with it', () => {
  const newYear = Date.parse('2027-01-01T00:00:00+08:00');
  expect(monthOf(newYear - 1)).toBe('2026-12');
  expect(monthOf(newYear)).toBe('2027-01');
  expect(monthBounds('2026-12')).toEqual({
    fromMs: Date.parse('2026-12-01T00:00:00+08:00'),
    untilMs: newYear,
  });
});

test('every time lies within its month, and the months follow each other without a gap', () => {
  for (let atMs = Date.UTC(2016, 0); atMs < Date.UTC(2027, 0); atMs += 3.7 * 86_400_000) {
    const { fromMs, untilMs } = monthBounds(monthOf(atMs));
    expect(atMs).toBeGreaterThanOrEqual(fromMs);
    expect(atMs).toBeLessThan(untilMs);
    expect(monthBounds(monthOf(untilMs)).fromMs).toBe(untilMs);
  }
});

test('only what an address writes as a month is one', () => {
  expect(['2026-11', '2026-13', '2026-1', '26-01', 202_611, null].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
