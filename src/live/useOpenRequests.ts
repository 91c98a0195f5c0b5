import type { GeneratorType } from '../domain/generator-types.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { openRequestsOf } from './open-requests.ts';
import { useSharedQuery } from './useSharedQuery.ts';

/** Requests that will become works, in the order in which they will; undefined until read. */
export function useOpenRequests(
  owner: UserKey,
  jobType: GeneratorType | null,
): GenerateIntent[] | undefined {
  const open = useSharedQuery(openRequestsOf(owner));
  return jobType === null ? open : open?.filter(({ payload }) => payload.jobType === jobType);
}
