import type { LocalizedText } from './languages.ts';
import type { InputValues } from './model.ts';
import { valueOfSetting } from './settings-of-forms.ts';
import { stepsOfTime } from './upfront.ts';

/**
 * Compare mode, the field's X/Y plot: one request for each combination of values, shown as a grid. Spec 2, section 3
 * names eight settings, each with an enabled flag and a selected list.
 */
export const compareSettings = [
  'sampler',
  'model',
  'steps',
  'guidance',
  'clipSkip',
  'hiResFix',
  'karras',
  'controlType',
] as const;
export type CompareSetting = (typeof compareSettings)[number];

/**
 * What else may differ between pictures: the seed, and words in braces. A seed is the same everywhere unless it is
 * what is compared: of two pictures with two seeds nobody can say what made the difference.
 */
export type CompareAxisKind = CompareSetting | 'seed' | 'prompt' | 'negativePrompt';

export type CompareValue = string | number | boolean;

/** What a person has chosen to compare; it stays in the form when it is switched off. */
export type CompareChoices = Partial<
  Record<CompareSetting | 'seed', { enabled: boolean; selected: CompareValue[] }>
>;

export interface CompareAxis {
  kind: CompareAxisKind;
  /** Of several choices in one text, which one; from 0. */
  ordinal: number;
  values: CompareValue[];
  /** Of models: their names when the pictures were asked for, for lists that outlive the model list. */
  names?: LocalizedText[];
}

/** Settings that are switched on and have nothing selected (spec 2, section 5), in the order of the settings. */
export function emptySettings(choices: CompareChoices): (CompareSetting | 'seed')[] {
  return [...compareSettings, 'seed' as const].filter((setting) => {
    const choice = choices[setting];
    return choice?.enabled === true && choice.selected.length === 0;
  });
}

type Sizes = readonly number[];

/** How many combinations there are: the product of the sizes. */
export function countCombinations(sizes: Sizes): number {
  return sizes.reduce((product, size) => product * size, 1);
}

/** The place of a combination among all, the last axis changing first; from 0. */
export function cellOf(sizes: Sizes, at: readonly number[]): number {
  return sizes.reduce((cell, size, axis) => cell * size + (at[axis] ?? 0), 0);
}

/** The value that each axis has in a cell: the reverse of `cellOf`. */
export function placeOf(sizes: Sizes, cell: number): number[] {
  const at: number[] = [];
  let rest = cell;
  for (const size of sizes.toReversed()) {
    at.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return at;
}

/** Every combination in the order of `cellOf`; none where there are more than `most`. */
export function combinations(sizes: Sizes, most: number): number[][] {
  const count = countCombinations(sizes);
  if (count > most) return [];
  return Array.from({ length: count }, (_, cell) => placeOf(sizes, cell));
}

/** How a grid is looked at: the axes that run across and down, by their number; null where there is none. */
export interface GridView {
  across: number | null;
  down: number | null;
}

/** The longest axis runs down, where scrolling costs nothing, and the next across; of equals the first one. */
export function usualView(sizes: Sizes): GridView {
  const order = sizes
    .map((size, axis) => ({ size, axis }))
    .filter(({ size }) => size > 1)
    .toSorted((left, right) => right.size - left.size || left.axis - right.axis);
  return { down: order[0]?.axis ?? null, across: order[1]?.axis ?? null };
}

/** One page of a grid: its cells by rows, and the value that each of the other axes has on it. */
export interface GridPage {
  /** By axis; null for the two that run across and down. */
  fixed: (number | null)[];
  rows: number[][];
}

/** A page for each combination of the axes that run neither across nor down. */
export function gridPages(sizes: Sizes, { across, down }: GridView): GridPage[] {
  const isFixed = (axis: number) => axis !== across && axis !== down;
  const rest = sizes.map((size, axis) => (isFixed(axis) ? size : 1));
  const widthOf = (axis: number | null) => (axis === null ? 1 : (sizes[axis] ?? 1));
  return combinations(rest, Infinity).map((at) => ({
    fixed: at.map((value, axis) => (isFixed(axis) ? value : null)),
    rows: Array.from({ length: widthOf(down) }, (_row, row) =>
      Array.from({ length: widthOf(across) }, (_column, column) =>
        cellOf(
          sizes,
          at.map((value, axis) => (axis === down ? row : axis === across ? column : value)),
        ),
      ),
    ),
  }));
}

/** What decides how long a picture takes, as far as a form tells. */
export interface Effort {
  model: string;
  steps: number | null;
  sampler: string | null;
}

/** What a form's values say of it. */
export function effortOf(model: string, values: InputValues): Effort {
  const steps = valueOfSetting(values, 'steps');
  const sampler = valueOfSetting(values, 'sampler');
  return {
    model,
    steps: typeof steps === 'number' ? steps : null,
    sampler: typeof sampler === 'string' ? sampler : null,
  };
}

const weightOf = ({ steps, sampler }: Effort): number | null =>
  steps === null ? null : stepsOfTime(steps, sampler ?? '');

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Seconds that pictures take to be made one after another, by how long the same models took lately. Time grows with
 * the steps, twice as fast for samplers that look twice at each.
 * @param made what was made here lately, and how long that took
 * @returns null where one of the models has made nothing here yet
 */
export function estimateSeconds(
  wanted: readonly Effort[],
  made: readonly (Effort & { seconds: number })[],
): number | null {
  let total = 0;
  for (const effort of wanted) {
    const weight = weightOf(effort);
    const seconds = made
      .filter(({ model }) => model === effort.model)
      .map((past) => {
        const pastWeight = weightOf(past);
        return weight === null || !pastWeight ? past.seconds : (past.seconds * weight) / pastWeight;
      });
    if (seconds.length === 0) return null;
    total += median(seconds);
  }
  return total;
}
