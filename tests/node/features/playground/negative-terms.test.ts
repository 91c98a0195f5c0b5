import { expect, test } from 'vitest';
import {
  hasTerms,
  withoutTerms,
  withTerms,
} from '../../../../src/features/playground/negative-terms.ts';

const usual = 'blur, bad anatomy, text';

test('the usual terms join a person’s own, each once, and are told to be there', () => {
  const both = withTerms('Blur，帽子', usual);
  expect(both).toBe('Blur，帽子, bad anatomy, text');
  expect(hasTerms(both, usual)).toBe(true);
  expect(hasTerms('blur, text', usual)).toBe(false);
  expect(withTerms('', usual)).toBe(usual);
  expect(withTerms(' hats, ', usual)).toBe(`hats, ${usual}`);
});

test('taken out again, a person’s own words are left', () => {
  expect(withoutTerms(withTerms('hats', usual), usual)).toBe('hats');
  expect(withoutTerms('bad anatomy lesson, TEXT', usual)).toBe('bad anatomy lesson');
  expect(withoutTerms(usual, usual)).toBe('');
});
