export { readableExtensions } from '../../../../src/domain/file-kinds.ts';

/** The longest side a tool makes. */
export const outputMaxSide = 8192;
