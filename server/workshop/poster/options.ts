export const posterLayouts = ['headline', 'classic', 'vertical', 'gallery', 'frame'] as const;
export type PosterLayout = (typeof posterLayouts)[number];

export const posterFaces = ['auto', 'sans', 'serif', 'brush', 'round'] as const;

/** Layouts of the lite model. */
export const liteLayouts: readonly PosterLayout[] = ['headline', 'classic'];

export const titleMaxCharacters = 40;
export const subtitleMaxCharacters = 60;
export const detailsMaxCharacters = 160;
