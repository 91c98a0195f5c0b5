import type { files } from './tables.ts';

/** A file as it is on record. */
export type StoredFile = typeof files.$inferSelect;
