import { useLiveQuery } from './useLiveQuery.ts';
import { listGenerateIntents } from '../db/intents/lists.ts';
import type { ThumbnailRow, WorkRow } from '../db/schema.ts';
import { currentOwner, getSession } from '../db/account/session.ts';
import { listShares } from '../db/shares.ts';
import { getThumbnails } from '../db/media/thumbnails.ts';
import { listWorks } from '../db/works/works.ts';
import { isEndedStage, type GenerateIntent } from '../domain/intent.ts';

const recentMax = 10;
const waitingMax = 12;
/** So many requests are looked through for those that wait. */
const requestsReadMax = 60;

export interface RecentWork {
  work: WorkRow;
  thumbnail: ThumbnailRow | null;
}

export interface HomeShelves {
  recent: RecentWork[];
  /** Open requests and those that need the person, newest first. */
  waiting: GenerateIntent[];
  /** How many pictures and words of other apps wait to be used. */
  shared: number;
}

/** The newest works and what is being made, in one read so that the page fills once; undefined until read. */
export function useHomeShelves(): HomeShelves | undefined {
  return useLiveQuery(async () => {
    const session = await getSession();
    const shares = await listShares(await currentOwner());
    const shared = shares.filter(({ thing }) => thing.kind !== 'refused').length;
    if (!session) return { recent: [], waiting: [], shared };
    const owner = session.userKey;
    const [works, requests] = await Promise.all([
      listWorks({ owner, order: 'newest', limit: recentMax }),
      listGenerateIntents(owner, { limit: requestsReadMax }),
    ]);
    const thumbnails = await getThumbnails(works.map((work) => work.id));
    return {
      recent: works.map((work) => ({ work, thumbnail: thumbnails.get(work.id) ?? null })),
      waiting: requests.filter((request) => !isEndedStage(request.stage)).slice(0, waitingMax),
      shared,
    };
  }, []);
}
