import { expect, test } from 'vitest';

import { readHostConfiguration } from '../../../src/api/contract/host-configuration.ts';

const publicHorde = 'https://aihorde.net/api';
const anotherHorde = 'https://horde.example/api';

test('a host says in its kiln.json whom the app may ask: its platform, the Horde, or both', () => {
  expect(readHostConfiguration({ platform: true })).toEqual({ community: null, hordeUrl: null });
  expect(readHostConfiguration({ platform: true, horde: {} })).toEqual({
    community: null,
    hordeUrl: publicHorde,
  });
  expect(
    readHostConfiguration({ platform: true, horde: { url: 'https://horde.example/api/' } }),
  ).toEqual({ community: null, hordeUrl: anotherHorde });
  expect(readHostConfiguration({ platform: false })).toEqual({
    community: { hordeUrl: publicHorde },
    hordeUrl: publicHorde,
  });
  expect(
    readHostConfiguration({ platform: false, horde: { url: 'https://horde.example/api/' } }),
  ).toEqual({ community: { hordeUrl: anotherHorde }, hordeUrl: anotherHorde });
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
