export const scribbleManners = ['watercolour', 'oil', 'flat'] as const;
/** The longest side, in pixels, that a sketch is worked on at. */
export const scribbleMaxSide = 1536;
