import { expect, test } from 'vitest';

import { readConfiguration } from '../../src/configure.ts';

test('a host says in its kiln.json whether there is a platform', () => {
  expect(readConfiguration({ platform: true })).toEqual({ community: null });
  expect(readConfiguration({ platform: false })).toEqual({
    community: { hordeUrl: 'https://aihorde.net/api' },
  });
  expect(
    readConfiguration({ platform: false, horde: { url: 'https://horde.example/api/' } }),
  ).toEqual({ community: { hordeUrl: 'https://horde.example/api' } });
});

test.each([
  null,
  'platform',
  [],
  {},
  { platform: 'false' },
  { platform: false, horde: 7 },
  { platform: false, horde: { url: 'no address' } },
  { platform: false, horde: { url: 'javascript:alert(1)' } },
])('a kiln.json that cannot be used changes nothing: %j', (value) => {
  expect(readConfiguration(value)).toBeUndefined();
});
