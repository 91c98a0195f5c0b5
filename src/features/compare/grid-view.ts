import { usualView, type GridView } from '../../domain/compare.ts';
import type { CompareSearch } from './compare-search.ts';

/** The axes that the address asks for, else the usual ones. */
export function viewOf(sizes: readonly number[], { across, down }: CompareSearch): GridView {
  const known = (axis: number | undefined) =>
    axis !== undefined && axis < sizes.length ? axis : null;
  const view = { across: known(across), down: known(down) };
  if (view.across === null && view.down === null) return usualView(sizes);
  return view.across === view.down ? { ...view, down: null } : view;
}
