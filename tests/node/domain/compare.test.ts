import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  escapeAlternatives,
  readAlternatives,
  withChoices,
} from '../../../src/domain/alternatives.ts';
import {
  cellOf,
  combinations,
  countCombinations,
  emptySettings,
  estimateSeconds,
  gridPages,
  placeOf,
  usualView,
} from '../../../src/domain/compare.ts';
import {
  compareCombinationsMax,
  gridPictureMaxPixels,
  gridPictureMaxSide,
} from '../../../src/domain/limits.ts';
import { layOutGrid } from '../../../src/domain/pictures/grid-picture.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 5 });

/** Every text that the alternatives of a text stand for, in order. */
function allTexts(text: string): string[] {
  const { fixed, choices } = readAlternatives(text, compareCombinationsMax);
  const counts = choices.map(({ values }) => values.length);
  return combinations(counts, Infinity).map((at) =>
    withChoices(
      fixed,
      choices.map(({ values }, axis) => values[at[axis]!]!),
    ),
  );
}

describe('combinations', () => {
  test('are as many as the product of the axes, each once, and none where they are more than the most', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 200 }), (axes, most) => {
        const product = axes.reduce((all, size) => all * size, 1);
        expect(countCombinations(axes)).toBe(product);
        const all = combinations(axes, most);
        expect(all).toHaveLength(product > most ? 0 : product);
        expect(new Set(all.map(String)).size).toBe(all.length);
      }),
    );
  });

  test('stand in the same order every time, the last axis changing first', () => {
    expect(combinations([2, 3], 6)).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    fc.assert(
      fc.property(sizes, (axes) => {
        for (const [cell, at] of combinations(axes, Infinity).entries()) {
          expect(cellOf(axes, at)).toBe(cell);
          expect(placeOf(axes, cell)).toEqual(at);
        }
      }),
    );
  });

  test('each stand in one cell of one page of the grid, whichever axes run across and down', () => {
    const axis = fc.option(fc.nat({ max: 4 }), { nil: null });
    fc.assert(
      fc.property(sizes, axis, axis, (axes, first, second) => {
        const known = (number: number | null) =>
          number !== null && number < axes.length ? number : null;
        const across = known(first);
        const down = known(second) === across ? null : known(second);
        const cells = gridPages(axes, { across, down }).flatMap(({ rows }) => rows.flat());
        expect(cells.toSorted((left, right) => left - right)).toEqual(
          Array.from({ length: countCombinations(axes) }, (_, cell) => cell),
        );
      }),
    );
  });

  test('are shown with the longest axis running down and the next across; one of a single value takes no place', () => {
    expect(usualView([2, 1, 4, 3])).toEqual({ down: 2, across: 3 });
    expect(usualView([3, 3])).toEqual({ down: 0, across: 1 });
    expect(usualView([1, 4])).toEqual({ down: 1, across: null });
    const [page, ...others] = gridPages([2, 1, 2, 2], { down: 2, across: 3 });
    expect(others).toHaveLength(1);
    expect(page).toEqual({
      fixed: [0, 0, null, null],
      rows: [
        [0, 1],
        [2, 3],
      ],
    });
  });
});

describe('alternatives', () => {
  test('of a text are its own, nested ones are written out, and several are several axes', () => {
    expect(allTexts('a {red|blue} car')).toEqual(['a red car', 'a blue car']);
    expect(allTexts('{a|b {c|d} e|} f')).toEqual(['a f', 'b c e f', 'b d e f', ' f']);
    const { fixed, choices } = readAlternatives('{a|b} and {c|d|c}', 9);
    expect(fixed).toEqual(['', ' and ', '']);
    expect(choices).toEqual([
      { values: ['a', 'b'], count: 2 },
      { values: ['c', 'd'], count: 2 },
    ]);
  });

  test('are not: braces without a bar, a bar without braces, a brace without a partner, what is escaped', () => {
    for (const plain of ['{prompt} a|b', 'a {b', 'a|b}', '{a|b', '{{a}', 'C:\\new', '']) {
      expect(allTexts(plain), plain).toEqual([plain]);
    }
    expect(allTexts(String.raw`\{a|b\} {c\|d|e\}|\\}`)).toEqual([
      '{a|b} c|d',
      '{a|b} e}',
      '{a|b} \\',
    ]);
    expect(allTexts('{x {a|b}')).toEqual(['{x a', '{x b']);
    expect(allTexts('{x {a|b}}')).toEqual(['{x a}', '{x b}']);
  });

  test('of any escaped text are that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\\', '{', '|', '}', ' ') }), (text) => {
        expect(allTexts(escapeAlternatives(text))).toEqual([text]);
      }),
    );
  });

  test('are counted but not written out where they multiply, and braces alone take no time', () => {
    const many = `{${'{a|b}'.repeat(60)}|c}`;
    const { choices } = readAlternatives(many, compareCombinationsMax);
    expect(choices[0]!.count).toBe(2 ** 60 + 1);
    expect(choices[0]!.values.length).toBeLessThanOrEqual(compareCombinationsMax);
    expect(allTexts('{'.repeat(5_000))).toEqual(['{'.repeat(5_000)]);
    expect(allTexts(`${'{a|'.repeat(500)}b${'}'.repeat(500)}`)).toEqual(['a', 'b']);
  });
});

test('a setting that is switched on with nothing selected is named, one that is off is not', () => {
  expect(
    emptySettings({
      seed: { enabled: true, selected: [] },
      karras: { enabled: true, selected: [false] },
      steps: { enabled: true, selected: [] },
      sampler: { enabled: false, selected: [] },
    }),
  ).toEqual(['steps', 'seed']);
});

test('the time is that of the same models lately, by their steps, and unknown where one has made nothing', () => {
  const made = [
    { model: 'a', steps: 10, sampler: 'k_euler', seconds: 10 },
    { model: 'a', steps: 20, sampler: 'k_euler', seconds: 22 },
    { model: 'a', steps: 10, sampler: 'k_heun', seconds: 100 },
    { model: 'b', steps: null, sampler: null, seconds: 3 },
  ];
  const a = { model: 'a', steps: 30, sampler: 'k_euler' };
  expect(estimateSeconds([a], made)).toBe(33);
  expect(estimateSeconds([{ ...a, sampler: 'k_heun' }], made)).toBe(66);
  // It chooses its steps by itself, and is counted with 50; other engines have a name of their own for it.
  for (const sampler of ['k_dpm_adaptive', 'dpm_adaptive'])
    expect(estimateSeconds([{ ...a, sampler }], made)).toBe(55);
  expect(estimateSeconds([{ ...a, sampler: 'dpm++2s_a' }], made)).toBe(66);
  expect(estimateSeconds([{ model: 'b', steps: 9, sampler: null }, a], made)).toBe(36);
  expect(estimateSeconds([a, { model: 'c', steps: 9, sampler: null }], made)).toBeNull();
});

test('a grid as one picture stays within what every browser can draw, whatever it holds, and its cells keep their shape', () => {
  const label = fc.constantFrom('k_euler', null);
  const size = { min: 1, max: compareCombinationsMax };
  fc.assert(
    fc.property(
      fc.integer(size),
      fc.integer(size),
      fc.integer(size),
      fc.double({ min: 0.25, max: 4, noNaN: true }),
      label,
      (columns, rows, count, ratio, name) => {
        fc.pre(columns * rows * count <= compareCombinationsMax);
        const page = {
          heading: count > 1 ? 'Steps 10' : null,
          columns: Array.from({ length: columns }, () => name),
          rows: Array.from({ length: rows }, () => name),
          cells: [],
        };
        const layout = layOutGrid({ ratio, pages: Array.from({ length: count }, () => page) });
        const { width, height, cell } = layout;
        expect(width * height).toBeLessThanOrEqual(gridPictureMaxPixels);
        expect(Math.max(width, height)).toBeLessThanOrEqual(gridPictureMaxSide);
        expect(Math.abs(cell.width - cell.height * ratio)).toBeLessThanOrEqual(Math.max(1, ratio));
        expect(width).toBeGreaterThanOrEqual(columns * cell.width + layout.rowLabelWidth);
      },
    ),
  );
  const one = { heading: null, columns: [null], rows: [null], cells: [] };
  expect(layOutGrid({ ratio: 1, pages: [one] }).cell).toEqual({ width: 512, height: 512 });
});
