/** What of a work's making is taken into a form. `remix`: everything but the seed. */
export const recallParts = ['all', 'remix', 'prompt', 'seed', 'size'] as const;
export type RecallPart = (typeof recallParts)[number];
