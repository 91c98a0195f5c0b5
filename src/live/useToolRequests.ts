import { listGenerateIntents } from '../db/intents/intents.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** Enough to fill a strip of `shownMax` also where several tools are used in turn. */
const readMax = 60;
const shownMax = 12;

/**
 * The newest requests of one tool, newest first; undefined until read.
 * @param owner undefined while it is not read yet: that says nothing rather than "nothing there"
 */
export function useToolRequests(
  owner: UserKey | null | undefined,
  type: GeneratorType,
): GenerateIntent[] | undefined {
  return useThrottledQuery(
    ['intents'],
    async () => {
      if (owner === undefined) return undefined;
      if (owner === null) return [];
      const rows = await listGenerateIntents(owner, { limit: readMax });
      return rows.filter((row) => row.payload.jobType === type).slice(0, shownMax);
    },
    [owner, type],
  );
}
