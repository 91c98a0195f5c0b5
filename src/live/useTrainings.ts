import { listTrainings, type Training } from '../db/works/trainings.ts';
import type { UserKey } from '../domain/ids.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/**
 * Trained styles that fit a base; undefined until read.
 * @param owner undefined while it is not read yet
 */
export function useTrainings(
  owner: UserKey | null | undefined,
  base: string | null,
): Training[] | undefined {
  return useThrottledQuery(
    ['works'],
    async () => {
      if (owner === undefined) return undefined;
      return owner === null || base === null ? [] : listTrainings(owner, base);
    },
    [owner, base],
  );
}
