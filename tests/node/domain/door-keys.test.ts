import { expect, test } from 'vitest';

import { takeDoorKeys } from '../../../src/domain/door-keys.ts';

test.each([
  ['', '', null],
  ['?prompt=a+pot', '?prompt=a+pot', null],
  ['?ck=secret', '', { ck: 'secret' }],
  ['?TG=x&ck=a%26b&mode=dark', '?TG=x&mode=dark', { ck: 'a&b' }],
  ['?token=t', '', { token: 't' }],
  [
    '?access_token=a&member_id=7&platform=web&TG=x',
    '?TG=x',
    { member_id: '7', platform: 'web', access_token: 'a' },
  ],
  ['?access_token=a', '', { token: 'a' }],
  // What can't be used goes, too.
  ['?ck=&mode=dark', '?mode=dark', null],
  [`?ck=${'x'.repeat(1_001)}`, '', null],
  ['?platform=web', '?platform=web', null],
])('of %s stays %s', (search, left, keys) => {
  expect(takeDoorKeys(search)).toEqual({ search: left, keys });
});
