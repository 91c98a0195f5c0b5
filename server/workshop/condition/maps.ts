/** The control types whose maps can be had without a model; the names are the specification's. */
export const conditionMaps = ['canny', 'scribble', 'hough'] as const;
export type ConditionMap = (typeof conditionMaps)[number];

/** Longest side of a map: models that follow one use no more, and it bounds memory. */
export const conditionMaxSide = 2048;
