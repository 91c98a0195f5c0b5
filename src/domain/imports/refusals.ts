/**
 * Why something that was brought does not become a work. One closed list, as for errors: the worker sends the code,
 * the page has words for it.
 */
export const importRefusals = [
  /** The file as a whole. */
  'not-readable',
  'archive-damaged',
  'archive-ambiguous',
  'archive-split',
  'archive-encrypted',
  'too-many-entries',
  'nothing-found',
  /** One entry of an archive, by what the directory says. */
  'entry-encrypted',
  'unsafe-name',
  'duplicate-name',
  'special-file',
  'unknown-packing',
  'overlapping',
  'wrong-size',
  'too-large',
  'bomb',
  /** What is in it. */
  'entry-damaged',
  'wrong-hash',
  'nested-archive',
  'unknown-type',
  'unsafe-drawing',
  /** More pixels, frames or passes than a device can be asked to open. */
  'too-demanding',
  'does-not-decode',
  'listed-but-missing',
] as const;
export type ImportRefusal = (typeof importRefusals)[number];

/** One file or entry that was left out. */
export interface Refused {
  /** Of the file that was given. */
  file: string;
  /** Within an archive; null where the file itself is meant. */
  entry: string | null;
  reason: ImportRefusal;
}

/** Thrown where the reason is known, caught where the next entry begins. */
export class RefusedError extends Error {
  readonly reason: ImportRefusal;

  constructor(reason: ImportRefusal, cause?: unknown) {
    super(reason, { cause });
    this.name = 'RefusedError';
    this.reason = reason;
  }
}
