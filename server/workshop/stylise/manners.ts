export const manners = ['watercolour', 'oil', 'pencil', 'ink', 'cartoon'] as const;
export type Manner = (typeof manners)[number];

/** Longest side of a stylised picture; it bounds memory at about 300 MB. */
export const stylisedMaxSide = 2048;
