import { useLiveQuery } from './useLiveQuery.ts';
import { listOpenIntents } from '../db/intents/lists.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';

/** Requests that will become works, in the order in which they will; undefined until read. */
export function useOpenRequests(
  owner: UserKey,
  jobType: GeneratorType | null,
): GenerateIntent[] | undefined {
  return useLiveQuery(async () => {
    const open = await listOpenIntents(owner);
    return open.filter(
      (intent): intent is GenerateIntent =>
        intent.kind === 'generate' &&
        intent.cancelRequestedAtMs === null &&
        (jobType === null || intent.payload.jobType === jobType),
    );
  }, [owner, jobType]);
}
