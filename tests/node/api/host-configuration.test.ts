import { expect, test } from 'vitest';

import { noBrand } from '../../../src/domain/brand.ts';
import { readHostConfiguration } from '../../../src/api/contract/host-configuration.ts';

const publicHorde = 'https://aihorde.net/api';
const anotherHorde = 'https://horde.example/api';
/** What a host that says no more leaves as it is. */
const unset = {
  tagLists: {},
  hiddenTools: [],
  blocksRightClick: false,
  countsVisits: false,
  pays: null,
  asksCareer: false,
  timeZone: 'Asia/Shanghai',
  oidcDoor: null,
  providerDoor: null,
  brand: noBrand,
};

test('a host says in its kiln.json whom the app may ask: its platform, the Horde, or both', () => {
  expect(readHostConfiguration({ platform: true })).toEqual({
    community: null,
    hordeUrl: null,
    ...unset,
  });
  expect(readHostConfiguration({ platform: true, horde: {} })).toEqual({
    community: null,
    hordeUrl: publicHorde,
    ...unset,
  });
  expect(
    readHostConfiguration({ platform: true, horde: { url: 'https://horde.example/api/' } }),
  ).toEqual({
    community: null,
    hordeUrl: anotherHorde,
    ...unset,
  });
  expect(readHostConfiguration({ platform: false })).toEqual({
    community: { hordeUrl: publicHorde },
    hordeUrl: publicHorde,
    ...unset,
  });
  expect(
    readHostConfiguration({ platform: false, horde: { url: 'https://horde.example/api/' } }),
  ).toEqual({
    community: { hordeUrl: anotherHorde },
    hordeUrl: anotherHorde,
    ...unset,
  });
});

test('a host says which tools it leaves out; what is no tool is none', () => {
  const toolsOf = (hidden_tools: unknown) =>
    readHostConfiguration({ platform: true, horde: {}, hidden_tools })?.hiddenTools;
  expect(toolsOf(['Condition', 'Nonsense', 7, 'Upscaling'])).toEqual(['Condition', 'Upscaling']);
  for (const said of [undefined, null, 'Condition', {}]) expect(toolsOf(said)).toEqual([]);
});

test('a host says where it has lists of tags; what is no address of one is left out', () => {
  const listsOf = (tags: unknown) => readHostConfiguration({ platform: true, tags })?.tagLists;
  const lists = { danbooru: '/tags/danbooru.csv', e621: 'https://static.example/lists/e621.csv' };
  expect(listsOf(lists)).toEqual(lists);
  expect(readHostConfiguration({ platform: false, tags: lists })?.tagLists).toEqual(lists);
  for (const tags of [
    undefined,
    null,
    7,
    'https://static.example/danbooru.csv',
    { danbooru: 7 },
    { danbooru: '/tags/other.csv' },
    { danbooru: 'tags/danbooru.csv' },
    { danbooru: '//elsewhere.example/danbooru.csv' },
    { danbooru: '/\\elsewhere.example/danbooru.csv' },
    { danbooru: 'javascript:alert(1)/danbooru.csv' },
    { danbooru: 'data:text/csv,/danbooru.csv' },
    { gelbooru: '/tags/gelbooru.csv' },
  ]) {
    expect(listsOf(tags), JSON.stringify(tags)).toEqual({});
  }
});

test.each([
  null,
  'platform',
  [],
  {},
  { platform: 'false' },
  { platform: false, horde: 7 },
  { platform: true, horde: 'yes' },
  { platform: false, horde: { url: 'no address' } },
  { platform: true, horde: { url: 'no address' } },
  { platform: false, horde: { url: 'javascript:alert(1)' } },
])('a kiln.json that cannot be used changes nothing: %j', (value) => {
  expect(readHostConfiguration(value)).toBeUndefined();
});

test('a host may keep the browser’s own menu from pictures, by saying just that', () => {
  const rule = (blocks_right_click: unknown) =>
    readHostConfiguration({ platform: true, blocks_right_click })?.blocksRightClick;
  expect([rule(true), rule(false), rule('yes'), rule(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
