export const layoutNames = ['stacked', 'row', 'badge', 'monogram', 'seal', 'wordmark'] as const;
export type LayoutName = (typeof layoutNames)[number];

export const nameMaxCharacters = 24;
export const sloganMaxCharacters = 40;
