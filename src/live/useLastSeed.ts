import { useLiveQuery } from './useLiveQuery.ts';
import { listWorks } from '../db/works/works.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { UserKey } from '../domain/ids.ts';

const readMax = 20;

/** Seed of the newest work of a tool, for "use the last"; null while there is none. */
export function useLastSeed(owner: UserKey | null, type: GeneratorType): string | null {
  const seed = useLiveQuery(async () => {
    if (owner === null) return null;
    const rows = await listWorks({ owner, order: 'newest', limit: readMax });
    return rows.find((work) => work.jobType === type && work.seed !== '')?.seed ?? null;
  }, [owner, type]);
  return seed ?? null;
}
