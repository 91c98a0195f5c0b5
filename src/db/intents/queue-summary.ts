import type { ErrorCode } from '../../domain/errors.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { Intent, IntentStage } from '../../domain/intent.ts';
import { throttledQuery, ReadScheduler } from '../throttled-query.ts';
import { db } from '../database.ts';
import { getSession, isSessionUsable } from '../account/session.ts';
import { getSetting } from '../settings.ts';

/** What the queue's alarm clocks and the poller need to know. Counts only, so that a thousand rows cost nothing. */
export interface QueueSummary {
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

export async function readQueueSummary(): Promise<QueueSummary> {
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

export interface Waiting {
  /** Generations that have not left the device. */
  requests: number;
  /** Last outcomes of what is still being tried. */
  failures: ErrorCode[];
  /** Why rows wait for the person. */
  stopped: ErrorCode[];
}

const isForOthers = (row: Intent): boolean =>
  row.kind !== 'generate' || row.payload.place !== 'device';

/** What holds the queue up. Reads the rows in trouble only: a thousand waiting ones cost nothing. */
export async function readWaiting(owner: UserKey): Promise<Waiting> {
  const codesOf = (rows: readonly Intent[]) => rows.flatMap((row) => row.error?.code ?? []);
  // What waits for this device needs neither network nor sign-in.
  const { length: models } = await getSetting('deviceModels');
  return db.transaction('r', db.intents, async () => {
    const unsent: IntentStage[] = ['saved', 'uploading'];
    const counts = await Promise.all(
      unsent.map((stage) => {
        const rows = db.intents.where('[owner+kind+stage]').equals([owner, 'generate', stage]);
        // They are looked at only where some may be for this device.
        return (models > 0 ? rows.filter(isForOthers) : rows).count();
      }),
    );
    // A row that failed and will be tried again has a due time, so the index of due times finds it.
    const failing = await db.intents
      .where('nextAttemptAtMs')
      .above(0)
      .filter((row) => row.owner === owner && unsent.includes(row.stage))
      .toArray();
    const stopped = await db.intents
      .where('[owner+stage]')
      .equals([owner, 'needs-attention'])
      .toArray();
    return {
      requests: counts.reduce((sum, count) => sum + count, 0),
      failures: codesOf(failing),
      stopped: codesOf(stopped),
    };
  });
}

/**
 * Calls back with the summary now and after every change, from whichever thread.
 * @returns the way to stop watching
 */
export function watchQueueSummary(
  callback: (summary: QueueSummary) => void,
  onError: (error: unknown) => void,
): () => void {
  const summary = throttledQuery(['intents', 'settings'], readQueueSummary, new ReadScheduler());
  const subscription = summary.subscribe(callback, onError);
  return () => {
    subscription.unsubscribe();
  };
}
