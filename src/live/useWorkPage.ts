import type { WorkRow } from '../db/schema.ts';
import { listWorks, type WorkCursor } from '../db/works/works.ts';
import type { UserKey } from '../domain/ids.ts';
import { takesFile } from '../domain/source-limits.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/**
 * A page of somebody's works, the newest first.
 * @param acceptTypes only works of these formats; null for all there are
 * @returns undefined until read
 */
export function useWorkPage(options: {
  owner: UserKey;
  acceptTypes: readonly string[] | null;
  after: WorkCursor | null;
  size: number;
}): { works: WorkRow[]; hasNext: boolean } | undefined {
  const { owner, acceptTypes, after, size } = options;
  const key = [owner, acceptTypes?.join(','), after?.id ?? ''].join(' ');
  return useKeyedQuery(key, async () => {
    const works = await listWorks({
      owner,
      order: 'newest',
      limit: size + 1,
      after,
      ...(acceptTypes && { wanted: ({ mediaType }) => takesFile(acceptTypes, mediaType) }),
    });
    return { works: works.slice(0, size), hasNext: works.length > size };
  });
}
