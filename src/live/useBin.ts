import { useEffect } from 'react';
import { inPassing } from '../db/in-passing.ts';
import { listBin, measureBin, sweepBin, type BinEntry } from '../db/works/bin.ts';
import type { UserKey } from '../domain/ids.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** What lies in the bin, the last deleted one first; undefined until read. */
export function useBin(owner: UserKey): BinEntry[] | undefined {
  return useThrottledQuery(['bin'], () => listBin(owner), [owner]);
}

/** How many works the bin shows, and the bytes of their originals; undefined until read. */
export function useBinUse(owner: UserKey): { count: number; bytes: number } | undefined {
  return useThrottledQuery(['bin'], () => measureBin(owner), [owner]);
}

/** Lets go of what has lain in the bin for its time, wherever somebody looks at works or at the room they take. */
export function useSweptBin(): void {
  useEffect(() => inPassing(sweepBin()), []);
}
