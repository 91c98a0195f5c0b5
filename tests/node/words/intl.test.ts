import { expect, test } from 'vitest';
import {
  beforeSentence,
  languages,
  languageTag,
  sentenceGap,
} from '../../../src/domain/languages.ts';
import { uploadLimits } from '../../../src/domain/uploads.ts';
import { formatDay, formatTime, formatTimeOfDay } from '../../../src/words/days.ts';
import { formatCompact } from '../../../src/words/amounts.ts';
import {
  formatBytes,
  formatBytesPart,
  formatChoices,
  formatClockSeconds,
  formatDuration,
  formatNumber,
  formatPercent,
} from '../../../src/words/intl.ts';

const mebibyte = 1_024 ** 2;

const both = (say: (language: string) => string) => [say('en'), say('cn')];

test('a part of a file is said in the unit of the whole', () => {
  const said = (part: number, whole: number) =>
    `${formatBytesPart(part, whole, 'en')} of ${formatBytes(whole, 'en')}`;
  expect(said(1_300_000, 8_800_000)).toBe('1.2 of 8.4 MB');
  expect(said(0, 8_800_000)).toBe('0.0 of 8.4 MB');
  expect(said(2_900_000, 26_000_000)).toBe('3 of 25 MB');
  expect(said(512_000, 800_000)).toBe('500 of 781 kB');
  expect(said(900, 2_400_000_000)).toBe('0.0 of 2.2 GB');
});

test('a limit and a file of that very size read the same, and round', () => {
  expect(both((language) => formatBytes(uploadLimits.source.maxBytes, language))).toEqual([
    '40 MB',
    '40 MB',
  ]);
  expect(formatBytes(uploadLimits.training.maxBytes, 'en')).toBe('200 MB');
  expect(formatBytes(2_202_010, 'en')).toBe('2.1 MB');
  expect(formatBytes(0, 'en')).toBe('0 bytes');
  // Never a figure of four digits where the next unit says it in one.
  expect(formatBytes(1_048_575, 'en')).toBe('1 MB');
  expect(both((language) => formatBytes(1_000, language))).toEqual(['1,000 bytes', '1,000 字节']);
});

test('a wait is told in the one unit that a person would say', () => {
  const said = (seconds: number) => both((language) => formatDuration(seconds, language));
  expect(said(0.2)).toEqual(['1 sec', '1 秒']);
  expect(said(12)).toEqual(['12 sec', '12 秒']);
  expect(said(48)).toEqual(['50 sec', '50 秒']);
  expect(said(89)).toEqual(['90 sec', '90 秒']);
  expect(said(95)).toEqual(['2 min', '2 分钟']);
  expect(said(240)).toEqual(['4 min', '4 分钟']);
  expect(said(7_000)).toEqual(['2 hr', '2 小时']);
  expect(said(Number.NaN)).toEqual(['1 sec', '1 秒']);
});

test('counts, shares and choices are written as their readers write them', () => {
  expect(both((language) => formatNumber(12_345, language))).toEqual(['12,345', '12,345']);
  expect(both((language) => formatPercent(0.42, language))).toEqual(['42%', '42%']);
  expect(both((language) => formatChoices(['JPEG', 'PNG', 'WebP'], language))).toEqual([
    'JPEG, PNG or WebP',
    'JPEG、PNG或WebP',
  ]);
});

test('figures that are set without asking Intl are those that it sets', () => {
  const rest = [-0, -1, 0.5, 1_234.5678, Number.MAX_SAFE_INTEGER, 1e21, Number.NaN, Infinity];
  const values = [
    ...Array.from({ length: 3_000 }, (_, index) => index ** 3 - 500 + index),
    ...rest,
  ];
  for (const language of languages) {
    const tag = languageTag(language);
    const whole = new Intl.NumberFormat(tag);
    const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 });
    for (const value of values) expect(formatNumber(value, language)).toBe(whole.format(value));
    for (let value = 0; value < 1_000; value += 1)
      expect(formatCompact(value, language)).toBe(compact.format(value));
    for (const [step, unit] of ['kilobyte', 'megabyte', 'gigabyte'].entries()) {
      const said = (digits: number) =>
        new Intl.NumberFormat(tag, {
          style: 'unit',
          unit,
          unitDisplay: 'short',
          maximumFractionDigits: digits,
        });
      const [rounded, exact] = [said(0), said(1)];
      for (let part = 1; part < 1_000; part += 0.37) {
        const format = part < 10 && step > 0 ? exact : rounded;
        expect(formatBytes(part * 1_024 ** (step + 1), language)).toBe(format.format(part));
      }
    }
    const bytes = new Intl.NumberFormat(tag, { style: 'unit', unit: 'byte', unitDisplay: 'long' });
    for (const value of [0, 1, 2, 999, 1_000, 1_023])
      expect(formatBytes(value, language)).toBe(bytes.format(value).replace(/(\d)字/, '$1 字'));
    for (const value of [1_000, 1_023.4, 12_345, 1_234_567])
      expect(formatBytes(value * 1_024 ** 3, language)).toBe(
        new Intl.NumberFormat(tag, {
          style: 'unit',
          unit: 'gigabyte',
          unitDisplay: 'short',
          maximumFractionDigits: 0,
        }).format(value),
      );
    const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
    for (let share = 0; share < 12; share += 0.000_7)
      expect(formatPercent(share, language)).toBe(percent.format(share));
    for (const [digits, whole, most] of [
      [0, 64, 1_100],
      [1, 2, 10],
    ] as const) {
      const format = new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      for (let part = 0; part < most; part += 0.37)
        expect(formatBytesPart(part * mebibyte, whole * mebibyte, language)).toBe(
          format.format(part),
        );
    }
    const durations = (['second', 'minute', 'hour'] as const).map(
      (unit) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }),
    );
    // Beside figures, Chinese is set with a space.
    const spaced = (said: string) => said.replace(/(\d)(?=[^\d,.\s])/u, '$1 ');
    for (const hours of [2, 30, 1_234]) {
      const inIntl = [...[12, 3, hours].entries()].map(([at, value]) =>
        spaced(durations[at]?.format(value) ?? ''),
      );
      const said = [12, 180, hours * 3_600].map((seconds) => formatDuration(seconds, language));
      expect(said).toEqual(inIntl);
    }
  }
});

test('days and times without Intl are those of the clocks in Shanghai', () => {
  const timeZone = 'Asia/Shanghai';
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const days = languages.map((language) => ({
    language,
    inIntl: [{}, { year: 'numeric' } as const].map(
      (year) =>
        new Intl.DateTimeFormat(languageTag(language), {
          timeZone,
          month: language === 'cn' ? 'long' : 'short',
          day: 'numeric',
          ...year,
        }),
    ),
  }));
  for (let atMs = Date.UTC(2020, 0, 1); atMs < Date.UTC(2030, 0, 1); atMs += 86_397_123) {
    const part = new Map(clock.formatToParts(atMs).map(({ type, value }) => [type, value]));
    expect(formatTime(atMs)).toBe(
      `${part.get('month')}-${part.get('day')} ${part.get('hour')}:${part.get('minute')}`,
    );
    for (const { language, inIntl } of days) {
      const said = [atMs, Date.UTC(2040, 5, 1)].map((nowMs) => formatDay(atMs, language, nowMs));
      expect(said).toEqual(inIntl.map((format) => format.format(atMs)));
    }
  }
});

test('days and times are those of the product, wherever it runs', () => {
  const atMs = Date.UTC(2026, 10, 20, 18, 5, 9);
  expect(formatTime(atMs)).toBe('11-21 02:05');
  expect(formatTimeOfDay(atMs)).toBe('02:05');
  const nowMs = Date.UTC(2026, 11, 1);
  expect(both((language) => formatDay(atMs, language, nowMs))).toEqual(['Nov 21', '11月21日']);
  expect(formatDay(atMs, 'en', Date.UTC(2027, 5, 1))).toBe('Nov 21, 2026');
  expect(formatClockSeconds(atMs, 'en')).toMatch(/^\d\d:\d\d:09$/);
});

test('what somebody else wrote ends as a sentence before one of ours', () => {
  const said = (text: string) => both((language) => beforeSentence(text, language));
  expect(said(' A face')).toEqual(['A face. ', 'A face。']);
  for (const text of ['Done.', '看正面。', 'Really?', '(Or none.)', '“好。”'])
    expect(said(text)).toEqual([`${text} `, text]);
  expect(said('')).toEqual(['', '']);
});

test('a Chinese sentence follows the one before without a space', () => {
  expect(languages.map((language) => `一。${sentenceGap(language)}二。`)).toEqual([
    '一。二。',
    '一。 二。',
  ]);
});
