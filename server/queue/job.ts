import type { jobs } from './tables.ts';

/** A job as it is on record. */
export type JobRow = typeof jobs.$inferSelect;
