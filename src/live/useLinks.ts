import { useLiveQuery } from './useLiveQuery.ts';
import type { UserKey, WorkId } from '../domain/ids.ts';
import type { WorkLink } from '../domain/work-links.ts';
import type { WorkRow } from '../db/schema.ts';
import { currentOwner } from '../db/account/session.ts';
import { getLinkState, readLinks } from '../db/works/links.ts';
import type { LinkState } from '../db/works/links.ts';
import { getWork, getWorks } from '../db/works/works.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/** A work with its link; undefined until read, and null where the work is gone. */
export function useLinkOf(id: WorkId): (LinkState & { work: WorkRow }) | null | undefined {
  return useKeyedQuery(id, async (workId) => {
    const work = await getWork(workId);
    return work ? { work, ...(await getLinkState(work.owner, workId)) } : null;
  });
}

/** All links of who is here, with what they lead to; undefined until read. */
export function useLinks(): { owner: UserKey; links: WorkLink[] } | undefined {
  return useLiveQuery(async () => {
    const owner = await currentOwner();
    const links = await readLinks(owner);
    // A link whose work was deleted leads nowhere.
    const works = await getWorks(links.map(({ workId }) => workId as WorkId));
    const there = new Set<string>(works.map(({ id }) => id));
    return { owner, links: links.filter(({ workId }) => there.has(workId)) };
  }, []);
}
