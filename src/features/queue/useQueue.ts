import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { db } from '../../db/database.ts';
import { listIntentsInStages } from '../../db/intents.ts';
import { getSession } from '../../db/session.ts';
import { getSetting } from '../../db/settings.ts';
import type { UserKey } from '../../domain/ids.ts';
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

/**
 * The owner's requests, live; undefined until the first read. Stages are read apart, so that the progress of
 * one request does not read a thousand waiting ones again.
 */
export function useRequests(owner: UserKey | null, online: boolean): Intent[] | undefined {
  const read = (stages: readonly IntentStage[]) => () =>
    owner ? listIntentsInStages(owner, stages) : [];
  const waiting = useLiveQuery(read(['saved', 'uploading']), [owner]);
  const remote = useLiveQuery(read(['submitted', 'running', 'bringing-home']), [owner]);
  const trouble = useLiveQuery(read(['failed', 'needs-attention']), [owner]);
  const ended = useLiveQuery(() => (owner ? newestEnded(owner) : []), [owner]);
  return useMemo(() => {
    if (!waiting || !remote || !trouble || !ended) return undefined;
    // The four reads are not one transaction: a row on its way between two stages may be in both for a moment.
    const byId = new Map(
      [...waiting, ...remote, ...trouble, ...ended].map((intent) => [intent.id, intent]),
    );
    return shelfOrder([...byId.values()].filter((intent) => belongsOnShelf(intent, online)));
  }, [waiting, remote, trouble, ended, online]);
}
