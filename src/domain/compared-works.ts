import { parseWorkRouteId, workRouteId, type WorkId } from './ids.ts';

/** Works that can be compared at once: more of them are too small on any screen. */
export const comparedMin = 2;
export const comparedMax = 8;

export const compareViews = ['slider', 'side-by-side', 'difference'] as const;
/** How two works are compared: one over the other with a divider, next to each other, or what differs. */
export type CompareView = (typeof compareViews)[number];

/** What the address of a comparison of works says. */
export interface ComparedSearch {
  /** The works, in their order, as `c_…` with commas between. */
  works?: string;
  view?: CompareView;
  /** Which two of them, by their numbers from 1 in `works`; the first two unless told otherwise. */
  a?: number;
  b?: number;
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' ? Number(value) : value;
  const isPlace = Number.isInteger(number) && Number(number) >= 1 && Number(number) <= comparedMax;
  return isPlace ? Number(number) : undefined;
};

/** What is not of the right form is as if it were absent. Every key is named, as the router wants it. */
export function readComparedSearch(given: Record<string, unknown>): ComparedSearch {
  const { works, view, a, b } = given;
  const ids = typeof works === 'string' ? comparedIds(works) : [];
  return {
    works: ids.length > 0 ? writeComparedIds(ids) : undefined,
    view: compareViews.find((known) => known === view && known !== 'slider'),
    a: numberOf(a),
    b: numberOf(b),
  };
}

/** The works that an address names, each once. */
export function comparedIds(works: string): WorkId[] {
  const ids = works.split(',').flatMap((id) => parseWorkRouteId(id) ?? []);
  return [...new Set(ids)].slice(0, comparedMax);
}

export const writeComparedIds = (ids: readonly WorkId[]): string =>
  ids.map((id) => workRouteId(id)).join(',');

/**
 * Which two works stand against each other: those that the address says, as far as they are there.
 * @param there places in the address's list, from 0, of what can be compared; at least two
 */
export function comparedPair({ a, b }: ComparedSearch, there: readonly number[]): [number, number] {
  const placeOf = (number: number | undefined) => there.find((place) => place + 1 === number);
  const wanted = placeOf(b);
  const first = placeOf(a) ?? there.find((place) => place !== wanted) ?? 0;
  const second = wanted === first ? undefined : wanted;
  return [first, second ?? there.find((place) => place !== first) ?? first];
}
