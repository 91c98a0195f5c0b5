import { expect, it } from 'vitest';
import { readRootSearch } from '../../../../src/features/shell/root-search.ts';

it('takes the three colour schemes of the specification and ignores other values', () => {
  expect(readRootSearch({ mode: 'auto' })).toEqual({ mode: 'auto' });
  expect(readRootSearch({ mode: 'dark' })).toEqual({ mode: 'dark' });
  expect(readRootSearch({ mode: 'light' })).toEqual({ mode: 'light' });
  expect(readRootSearch({ mode: 'sepia' })).toEqual({});
  expect(readRootSearch({ mode: 1 })).toEqual({});
});

it('keeps a search text that the router has read as a number', () => {
  expect(readRootSearch({ search: 1984 })).toEqual({ search: '1984' });
  expect(readRootSearch({ search: '雾中的灯塔' })).toEqual({ search: '雾中的灯塔' });
  expect(readRootSearch({ search: { not: 'text' } })).toEqual({});
});

it('reads where a link came from', () => {
  expect(readRootSearch({ user_source: 'spring' })).toEqual({ user_source: 'spring' });
  expect(readRootSearch({ user_source: 7 })).toEqual({ user_source: '7' });
});

it('names what it ignores, so that the router does not let it through', () => {
  expect(Object.keys(readRootSearch({ mode: 'neon', search: {} }))).toEqual([
    'mode',
    'search',
    'user_source',
    'TG',
    'pointId',
    'check_recharge',
  ]);
});
