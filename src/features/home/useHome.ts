import { useLiveQuery } from 'dexie-react-hooks';
import { getModels } from '../../db/caches.ts';
import { listGenerateIntents } from '../../db/intents.ts';
import type { ThumbnailRow, WorkRow } from '../../db/schema.ts';
import { getSession } from '../../db/session.ts';
import { getThumbnails } from '../../db/thumbnails.ts';
import { listWorks } from '../../db/works.ts';
import type { WorkId } from '../../domain/ids.ts';
import { isEndedStage, type GenerateIntent } from '../../domain/intent.ts';
import type { ModelItem } from '../../domain/model.ts';

const recentMax = 10;
const waitingMax = 12;

export interface RecentWork {
  work: WorkRow;
  thumbnail: ThumbnailRow | null;
}

export interface HomeShelves {
  recent: RecentWork[];
  /** Open requests and those that need the person, newest first. */
  waiting: GenerateIntent[];
}

/** What the device knows, kept current by itself; undefined for the moment before the first answer. */
export function useHomeShelves(): HomeShelves | undefined {
  return useLiveQuery(async () => {
    const session = await getSession();
    if (!session) return { recent: [], waiting: [] };
    const owner = session.userKey;
    const [works, requests] = await Promise.all([
      listWorks({ owner, order: 'newest', limit: recentMax }),
      listGenerateIntents(owner, { limit: 60 }),
    ]);
    const thumbnails = await getThumbnails(works.map((work): WorkId => work.id));
    return {
      recent: works.map((work) => ({ work, thumbnail: thumbnails.get(work.id) ?? null })),
      waiting: requests.filter((request) => !isEndedStage(request.stage)).slice(0, waitingMax),
    };
  });
}

/** The tools that really run, from the model list on the device; null before the first visit online. */
export function useModels(): ModelItem[] | null | undefined {
  return useLiveQuery(async () => (await getModels()) ?? null);
}
