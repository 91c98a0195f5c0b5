import type { WorkId } from '../domain/ids.ts';
import type { WorkRow } from '../db/schema.ts';
import { getPublicationState } from '../db/works/publications.ts';
import type { PublicationState } from '../db/works/publications.ts';
import { getWork } from '../db/works/works.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/** A work with its place in the gallery; undefined until read, and null where the work is gone. */
export function usePublicationOf(
  id: WorkId,
): (PublicationState & { work: WorkRow }) | null | undefined {
  return useKeyedQuery(id, async (workId) => {
    const work = await getWork(workId);
    return work ? { work, ...(await getPublicationState(work.owner, workId)) } : null;
  });
}
