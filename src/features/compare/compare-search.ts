import { usualView, type GridView } from '../../domain/compare.ts';

/** What a link to a comparison reopens: its axes across and down, by number, and the page of the rest. */
export interface CompareSearch {
  across?: number;
  down?: number;
  page?: number;
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** Reads the search of the address; what means nothing is left out. */
export function readCompareSearch(search: Record<string, unknown>): CompareSearch {
  const [across, down, page] = [search.across, search.down, search.page].map(wholeNumber);
  return {
    ...(across !== undefined && { across }),
    ...(down !== undefined && { down }),
    ...(page !== undefined && { page }),
  };
}

/** The axes that the address asks for, else the usual ones. */
export function viewOf(sizes: readonly number[], { across, down }: CompareSearch): GridView {
  const known = (axis: number | undefined) =>
    axis !== undefined && axis < sizes.length ? axis : null;
  const view = { across: known(across), down: known(down) };
  if (view.across === null && view.down === null) return usualView(sizes);
  return view.across === view.down ? { ...view, down: null } : view;
}
