import { expect, test } from 'vitest';
import { withScripts } from '../../../src/domain/kept-scripts.ts';

test('scripts of pages are kept with those of others, however many addresses of no page were opened', () => {
  let of = withScripts({}, 'history', ['/assets/a.js']);
  of = withScripts(of, 'me', ['/assets/b.js']);
  expect(of).toEqual({ history: ['/assets/a.js'], me: ['/assets/b.js'] });
  for (let number = 0; number < 1_000; number += 1) of = withScripts(of, `no-${number}`, []);
  expect(Object.keys(of).length).toBeLessThan(50);
  expect(of).toHaveProperty('no-999');
});
