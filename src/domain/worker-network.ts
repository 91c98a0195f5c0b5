/** Keys by which one person's workers are recognised, at most. */
export const workerKeysMax = 20;
export const workerKeyNameMax = 60;

/** Least seconds that a worker may take for a picture; the Horde's own number, and what an operator may choose. */
export const workerLeaseSeconds = { default: 150, min: 5, max: 3_600 } as const;
