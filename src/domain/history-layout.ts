/** How the history lies on the page (spec 1, section 2): one tile a job, squares of one size, or a wall of all shapes. */
export const historyLayouts = ['group', 'grid', 'dynamic'] as const;
export type HistoryLayout = (typeof historyLayouts)[number];
