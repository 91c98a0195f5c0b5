import { expect, test } from 'vitest';
import { outputErrorMaxCharacters } from '../../../src/domain/limits.ts';
import { troubleOf } from '../../../src/jobs/output-trouble.ts';

test.each([
  [{}, {}],
  [{ err: false, errmsg: ' ' }, {}],
  [{ err: null, errmsg: null }, {}],
  [{ err: 'nsfw-content' }, { err: 'nsfw-content' }],
  [{ errmsg: 'too-demanding' }, { err: 'too-demanding', errmsg: 'too-demanding' }],
  [
    { err: true, errmsg: ' CUDA out of memory ' },
    { err: 'engine-failed', errmsg: 'CUDA out of memory' },
  ],
])('an output that says %o is kept with %o', (said, kept) => {
  expect(troubleOf(said)).toEqual(kept);
});

test('an error of any length is kept in part', () => {
  expect(troubleOf({ errmsg: 'x'.repeat(10_000) }).errmsg).toHaveLength(outputErrorMaxCharacters);
});
