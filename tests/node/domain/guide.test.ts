import { expect, test } from 'vitest';

import { opensGuide, type GuideSurroundings } from '../../../src/domain/guide.ts';

const newcomer: GuideSurroundings = {
  language: 'cn',
  isDismissed: false,
  pathname: '/',
  hasPointId: false,
  isOccupied: false,
  hasBegun: false,
};

test('the guide opens for a reader of Chinese who has not closed it', () => {
  expect(opensGuide(newcomer)).toBe(true);
  expect(opensGuide({ ...newcomer, pathname: '/generate/Text2Img' })).toBe(true);
});

test.each<[string, Partial<GuideSurroundings>]>([
  ['readers of another language', { language: 'en' }],
  ['whoever has closed it', { isDismissed: true }],
  ['whoever claims credits', { pathname: '/getpoint/3' }],
  ['whoever buys some', { pathname: '/ypay' }],
  ['whoever is being signed in', { pathname: '/entered' }],
  ['whoever came by a link to credits', { hasPointId: true }],
  ['whoever has a dialog open', { isOccupied: true }],
  ['whoever has begun by themselves', { hasBegun: true }],
])('it leaves %s alone', (_who, change) => {
  expect(opensGuide({ ...newcomer, ...change })).toBe(false);
});
