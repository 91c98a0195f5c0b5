import type { BroughtBytes } from '../../src/media/zip/entry-bytes.ts';

/** A file that was brought: an entry of an archive, or one that was given as it is. */
export interface SourceEntry {
  name: string;
  /** As it is claimed to be. */
  bytes: number;
  modifiedAtMs: number;
  /** Where it lies among the others: read in this order, an archive is gone through once. */
  place: number;
  /**
   * Its bytes, checked.
   * @param expectedHash hex SHA-256, where it is told elsewhere; it is not refused for having another
   * @throws RefusedError
   */
  read(expectedHash?: string | null): Promise<BroughtBytes>;
}
