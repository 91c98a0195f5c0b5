import { expect, test } from 'vitest';
import { formatBytes, formatBytesPart } from '../../../src/words/intl.ts';

test('a part of a file is said in the unit of the whole', () => {
  const said = (part: number, whole: number) =>
    `${formatBytesPart(part, whole, 'en')} of ${formatBytes(whole, 'en')}`;
  expect(said(1_234_567, 8_400_000)).toBe('1.2 of 8.4 MB');
  expect(said(0, 8_400_000)).toBe('0.0 of 8.4 MB');
  expect(said(2_500_000, 25_000_000)).toBe('3 of 25 MB');
  expect(said(512_000, 800_000)).toBe('512 of 800 kB');
  expect(said(900, 2_200_000_000)).toBe('0.0 of 2.2 GB');
});
