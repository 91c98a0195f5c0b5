import { listIntentsInStages } from '../db/intents/lists.ts';
import { currentOwner } from '../db/account/session.ts';
import type { Intent } from '../domain/intent.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/**
 * What the platform has and has not finished; undefined until read.
 * @param isAsked false reads nothing
 */
export function useRequestsUnderWay(isAsked: boolean): Intent[] | undefined {
  return useThrottledQuery(
    ['intents', 'settings'],
    async () => {
      return isAsked ? listIntentsInStages(await currentOwner(), ['submitted', 'running']) : [];
    },
    [isAsked],
  );
}
