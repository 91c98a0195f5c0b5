import { historyGridPageSize, historyPageSize } from './limits.ts';

/** How the history lies on the page (spec 1, section 2): one tile a job, squares of one size, or a wall of all shapes. */
export type HistoryLayout = 'group' | 'grid' | 'dynamic';

/** Works on a page where the history is paged (spec 1, section 9). */
export function pageSizeOf(layout: HistoryLayout): number {
  return layout === 'grid' ? historyGridPageSize : historyPageSize;
}
