import { useLiveQuery, useObservable } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { calmly } from '../../db/calm.ts';
import { db } from '../../db/database.ts';
import { listIntentsInSlices } from '../../db/intents.ts';
import { getSession } from '../../db/session.ts';
import { getSetting } from '../../db/settings.ts';
import type { UserKey } from '../../domain/ids.ts';
import { openStages } from '../../domain/intent.ts';
import type { Intent, IntentStage } from '../../domain/intent.ts';
import { belongsOnShelf, shelfOrder } from './request-state.ts';

/** Ended requests stay listed until cleared, but the shelf only reaches back this far. */
const endedShownMax = 300;

/** Newest ended rows. The index orders equal stages by id, which is time, so `reverse` needs no sorting. */
async function newestEnded(owner: UserKey): Promise<Intent[]> {
  const ended: readonly IntentStage[] = ['done', 'cancelled'];
  const lists = await Promise.all(
    ended.map((stage) =>
      db.intents
        .where('[owner+stage]')
        .equals([owner, stage])
        .reverse()
        .limit(endedShownMax)
        .toArray(),
    ),
  );
  return lists.flat();
}

/** Undefined until known; null when nobody is signed in. */
export function useOwner(): UserKey | null | undefined {
  return useLiveQuery(async () => (await getSession())?.userKey ?? null, []);
}

export function useQueuePaused(): boolean {
  return useLiveQuery(() => getSetting('queuePaused'), []) ?? false;
}

async function readShelf(owner: UserKey): Promise<Intent[]> {
  const rows = await listIntentsInSlices(owner, [...openStages, 'needs-attention', 'failed']);
  // One that ended meanwhile is in both.
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...(await newestEnded(owner)).filter(({ id }) => !known.has(id))];
}

/** The owner's requests, live; undefined until the first read. */
export function useRequests(owner: UserKey | null, online: boolean): Intent[] | undefined {
  const rows = useObservable(
    () => calmly(['intents'], async () => (owner ? await readShelf(owner) : [])),
    [owner],
  );
  return useMemo(
    () => rows && shelfOrder(rows.filter((intent) => belongsOnShelf(intent, online))),
    [rows, online],
  );
}
