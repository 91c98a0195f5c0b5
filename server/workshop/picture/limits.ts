import { resultMaxSide } from '../../../src/domain/limits.ts';

export { readableExtensions } from '../../../src/domain/file-kinds.ts';

/** The longest side a tool makes. */
export const outputMaxSide = resultMaxSide;

/** What one price is good for, 2048 × 2048: a picture of 8192 × 8192 holds the machine as long as sixteen of these. */
export const pricedPixels = 2048 * 2048;

/**
 * Of a picture that a tool works on, 6144 × 4096 for instance: seconds and memory grow with them. A device makes its
 * copy smaller; other clients are refused in words.
 */
export const sourceMaxPixels = 24 * 1024 * 1024;

/** Twice as long a side as this square's is as long as a result may be. */
export const upscaleMaxPixels = (outputMaxSide / 2) ** 2;
