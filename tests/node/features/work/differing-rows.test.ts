import { expect, test } from 'vitest';
import { comparedRows } from '../../../../src/features/work/compare/differing-rows.ts';

const of = (parameters: Record<string, string | number>) => ({
  work: { parameters },
  schema: null,
});

test('settings of several works stand side by side, and it is known which of them are the same', () => {
  const rows = comparedRows([
    of({ steps: 20, sampler_name: 'k_euler' }),
    of({ steps: 20, sampler_name: 'k_euler', cfg_scale: 7 }),
    of({ steps: 30, sampler_name: 'k_euler' }),
  ]);
  const read = rows.map(({ name, values, isSame }) => [
    name,
    values.map((cell) => cell?.value ?? null),
    isSame,
  ]);
  expect(read).toEqual([
    ['steps', [20, 20, 30], false],
    ['sampler_name', ['k_euler', 'k_euler', 'k_euler'], true],
    ['cfg_scale', [null, 7, null], false],
  ]);
});
