import { expect, test } from 'vitest';

import { inProcess } from '../../../server/processes/calls.ts';
import type * as SlowCall from './fixtures/slow-call.ts';

const slowly = inProcess<typeof SlowCall.slowly>(
  new URL('./fixtures/slow-call.ts', import.meta.url),
  'slowly',
);

test('whoever has one file looked at does not stand behind all that somebody else sent', async () => {
  const ended: string[] = [];
  const ask = async (whose: string, value: string) => {
    ended.push(await slowly([100, value], undefined, whose));
  };
  const many = Array.from({ length: 8 }, (_, index) => ask('many', `many ${index}`));
  const one = ask('one', 'one');
  await Promise.all([...many, one]);
  // Two run at once; the turn after theirs is the other person's.
  expect(ended.indexOf('one')).toBeLessThan(5);
});

test('a call that nobody waits for any more is dropped before it begins', async () => {
  const gone = new AbortController();
  const before = Array.from({ length: 2 }, () => slowly([200, 'before']));
  const given = slowly([60_000, 'given up'], gone.signal);
  gone.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  await Promise.all(before);
});
