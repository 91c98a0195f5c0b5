import { describe, expect, test } from 'vitest';

import { budget, holdToBudget } from '../../load/budget.ts';
import type { BuildSizes } from '../../load/budget.ts';
import type { LoadFigures } from '../../load/measure.ts';

const script = (name: string, bytes: number, startMs: number) => ({ name, bytes, startMs });

const light: LoadFigures = {
  paintedMs: 1,
  typableMs: 1,
  actsMs: 100,
  adoptedMs: 200,
  longTasksMs: 0,
  requests: 4,
  bytes: 4,
  scripts: [
    script('/assets/first-a.js', 1_000, 10),
    script('/assets/app-b.js', 2_000, 110),
    script('/assets/poller.worker-c.js', 3_000, 300),
  ],
};
const small: BuildSizes = {
  poller: new Map([
    ['poller.worker-c.js', 1_000],
    ['own-d.js', 1_000],
    // The page had it first.
    ['first-a.js', budget.poller],
  ]),
  serviceWorker: new Map([
    ['sw.js', 1_000],
    ['first-a.js', budget.serviceWorker],
  ]),
  precache: 1_000,
  late: 1_000,
  solid: 1_000,
  asking: 0,
};

const overOf = (figures: LoadFigures, sizes = small) =>
  holdToBudget(figures, sizes)
    .filter(({ value, limit }) => value > limit)
    .map(({ what, unit }) => `${what}, ${unit}`);

const withScripts = (...more: LoadFigures['scripts']): LoadFigures => ({
  ...light,
  scripts: [...light.scripts, ...more],
});

describe('the budget of the first load', () => {
  test('a light load is within it', () => {
    expect(overOf(light)).toEqual([]);
  });

  test('bytes, files, the whole page, poller, service worker and precache are held, each by itself', () => {
    expect(overOf(withScripts(script('/assets/x.js', budget.acts, 20)))).toEqual([
      'before Generate acts, KB',
    ]);
    const many = Array.from({ length: budget.actsFiles }, (_, index) =>
      script(`/${index}.js`, 1, 20),
    );
    expect(overOf(withScripts(...many))).toEqual(['before Generate acts, files']);
    expect(overOf(withScripts(script('/assets/x.js', budget.idle, 120)))).toEqual([
      'before idle, KB',
    ]);
    expect(
      overOf(light, { ...small, poller: new Map([['later-e.js', budget.poller + 1]]) }),
    ).toEqual(['poller, KB']);
    // What the poller imports is listed with the page, and counted once.
    expect(overOf(withScripts(script('/assets/own-d.js', budget.idle, 300)))).toEqual([]);
    const worker = new Map([['sw.js', budget.serviceWorker + 1]]);
    expect(overOf(light, { ...small, serviceWorker: worker })).toEqual(['sw.js, KB']);
    expect(overOf(light, { ...small, precache: budget.precache + 1 })).toEqual(['precache, KB']);
    expect(overOf(light, { ...small, late: budget.late + 1 })).toEqual([
      'late, for who has works, KB',
    ]);
    expect(overOf(light, { ...small, solid: budget.solid + 1 })).toEqual(['3D, when opened, KB']);
    expect(overOf(light, { ...small, asking: 1 })).toEqual(['with the contract, pages']);
  });

  test('a page that never said that Generate acts is no small page but an error', () => {
    expect(() => holdToBudget({ ...light, actsMs: null }, small)).toThrow('never said');
    expect(() => holdToBudget({ ...light, actsMs: 0 }, small)).toThrow('no script');
  });
});
