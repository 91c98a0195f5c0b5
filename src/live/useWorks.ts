import { useLiveQuery } from './useLiveQuery.ts';
import type { WorkRow } from '../db/schema.ts';
import { getWorks } from '../db/works/works.ts';
import type { WorkId } from '../domain/ids.ts';

/** Those of the works that are still there; undefined until read. */
export function useWorks(ids: readonly WorkId[]): WorkRow[] | undefined {
  const key = ids.join(' ');
  return useLiveQuery(async () => getWorks(ids), [key]);
}
