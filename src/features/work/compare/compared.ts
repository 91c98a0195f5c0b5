import type { WorkRow } from '../../../db/schema.ts';

/** One of the pictures of a comparison. */
export interface Compared {
  work: WorkRow;
  /** What it is called among them: its number in the address. */
  number: number;
  /** Where it is one of the two that stand against each other. */
  letter: 'A' | 'B' | null;
}
