import { liveQuery } from 'dexie';
import type { UserKey } from '../domain/ids.ts';
import type { IntentStage } from '../domain/intent.ts';
import { db } from './database.ts';
import { getSession, isSessionUsable } from './session.ts';
import { getSetting } from './settings.ts';

/** What the queue's alarm clocks and the poller look at. Counts only: a thousand rows must cost nothing. */
export interface QueueSigns {
  owner: UserKey | null;
  /** Null also when the platform refused the session. */
  userToken: string | null;
  paused: boolean;
  /** Rows the queue itself has to move: saved, uploading, bringing-home. */
  queued: number;
  /** Rows whose end is awaited: submitted, running. */
  running: number;
  /** The earliest time at which a row is due; null when none waits. */
  nextDueAtMs: number | null;
}

export async function readQueueSigns(): Promise<QueueSigns> {
  return db.transaction('r', [db.intents, db.settings], async () => {
    const session = await getSession();
    const paused = await getSetting('queuePaused');
    if (!isSessionUsable(session)) {
      return { owner: null, userToken: null, paused, queued: 0, running: 0, nextDueAtMs: null };
    }
    const owner = session.userKey;
    const count = (...stages: IntentStage[]) =>
      db.intents
        .where('[owner+stage]')
        .anyOf(stages.map((stage): [UserKey, IntentStage] => [owner, stage]))
        .count();
    const next = await db.intents
      .where('nextAttemptAtMs')
      .above(0)
      .filter((intent) => intent.owner === owner)
      .first();
    return {
      owner,
      userToken: session.userToken,
      paused,
      queued: await count('saved', 'uploading', 'bringing-home'),
      running: await count('submitted', 'running'),
      nextDueAtMs: next?.nextAttemptAtMs ?? null,
    };
  });
}

/**
 * Calls back with the signs now and after every change, from whichever thread.
 * @returns the way to stop watching
 */
export function watchQueueSigns(
  callback: (signs: QueueSigns) => void,
  onError: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(readQueueSigns).subscribe({ next: callback, error: onError });
  return () => {
    subscription.unsubscribe();
  };
}
