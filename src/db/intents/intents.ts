import { liveQuery } from 'dexie';
import type { IntentId, MediaId, UserKey } from '../../domain/ids.ts';
import { isEndedStage, isOpenStage, openStages, quietKinds } from '../../domain/intent.ts';
import type { ClaimDailyIntent, GenerateIntent, Intent, IntentStage } from '../../domain/intent.ts';
import { counterAlbumWish } from '../albums/wishes.ts';
import { db, guardStorage } from '../database.ts';
import {
  addIntent,
  appendLog,
  newGenerateIntent,
  nextCreatedAtMs,
  requireSources,
} from './rows.ts';
import { compareOrder } from './order.ts';
import { cancelledStage, isUnsent, retryPlan } from './rules.ts';
import { changedTables, redoLocally, undoLocally } from './local-effects.ts';
import { counterWish } from '../works/ratings.ts';
import { isWish } from '../works/wishes.ts';
import { removeUnusedSources } from '../media/media.ts';
import type { DraftRow } from '../schema.ts';

export interface NewGenerate {
  /** Fixed where one press of Generate may be carried out twice: the second time finds the row of the first. */
  id?: IntentId;
  owner: UserKey;
  payload: Omit<GenerateIntent['payload'], 'sources'>;
  /** Pictures that `putSource` stored, by the schema field that takes them. */
  sources: { field: string; mediaId: MediaId }[];
  /** Written in the same transaction, so that a reload shows the form as it was sent. */
  draft?: Omit<DraftRow, 'owner' | 'updatedAtMs'>;
}

/**
 * Keeps a request; from here on the queue owns it. Under an id that is already there, nothing is written.
 * @throws KilnError `source-missing` when a source is no longer on the device, `storage-full`
 */
export async function saveGenerateIntent(
  wanted: NewGenerate,
  nowMs: number = Date.now(),
): Promise<GenerateIntent> {
  return guardStorage(() =>
    db.transaction('rw', [db.intents, db.personalDrafts, db.media], async () => {
      const earlier = wanted.id ? await db.intents.get(wanted.id) : undefined;
      if (earlier?.kind === 'generate') return earlier;
      await requireSources(wanted.sources);
      const createdAtMs = await nextCreatedAtMs(wanted.owner, nowMs);
      const { owner, sources, payload } = wanted;
      const intent = newGenerateIntent(owner, { ...payload, sources }, createdAtMs);
      if (wanted.id) intent.id = wanted.id;
      await db.intents.add(intent);
      if (wanted.draft)
        await db.personalDrafts.put({ ...wanted.draft, owner: wanted.owner, updatedAtMs: nowMs });
      return intent;
    }),
  );
}

/** The daily claims that are still in the table. They are few, however long the queue is. */
export async function listDailyClaims(owner: UserKey): Promise<ClaimDailyIntent[]> {
  const kind = 'claim-daily-credits';
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .between([owner, kind, ''], [owner, kind, '\uffff'])
    .toArray();
  return rows.filter((row) => row.kind === kind);
}

/**
 * Asks for today's free credits. One claim per person and day, however often it is tapped.
 * @param day `claimDay(nowMs)` of domain
 */
export async function saveDailyClaim(
  owner: UserKey,
  day: string,
  nowMs: number = Date.now(),
): Promise<ClaimDailyIntent> {
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      for (const row of await listDailyClaims(owner)) {
        if (row.payload.day !== day) continue;
        if (isOpenStage(row.stage) || row.stage === 'done') return row;
        await db.intents.delete(row.id);
      }
      return addIntent(owner, 'claim-daily-credits', { day }, nowMs);
    }),
  );
}

export async function getIntent(id: IntentId): Promise<Intent | undefined> {
  return db.intents.get(id);
}

/** Newest first; `beforeMs` continues a list after its last `createdAtMs`. */
export async function listIntents(
  owner: UserKey,
  options: { limit?: number; beforeMs?: number } = {},
): Promise<Intent[]> {
  return db.intents
    .where('[owner+createdAtMs]')
    .between([owner, -Infinity], [owner, options.beforeMs ?? Infinity], true, false)
    .reverse()
    .limit(options.limit ?? 100)
    .toArray();
}

/** The generations among `listIntents`, which is what the queue shows. */
export async function listGenerateIntents(
  owner: UserKey,
  options: { limit?: number; beforeMs?: number } = {},
): Promise<GenerateIntent[]> {
  return db.intents
    .where('[owner+createdAtMs]')
    .between([owner, -Infinity], [owner, options.beforeMs ?? Infinity], true, false)
    .reverse()
    .filter((intent) => intent.kind === 'generate')
    .limit(options.limit ?? 100)
    .toArray();
}

/** All rows in the given stages, in the order in which they leave: that of creation, until somebody moves one. */
export async function listIntentsInStages(
  owner: UserKey,
  stages: readonly IntentStage[],
): Promise<Intent[]> {
  // One query per stage, because `anyOf` fetches row by row. In one transaction, so that no row moves between them.
  const lists = await db.transaction('r', db.intents, () =>
    Promise.all(
      stages.map((stage) => db.intents.where('[owner+stage]').equals([owner, stage]).toArray()),
    ),
  );
  return lists.flat().toSorted(compareOrder);
}

/** How many rows are fetched at a time. More of them at once would block the page for longer than a frame. */
const rowsPerSlice = 100;

/**
 * `listIntentsInStages` for a page: a thousand rows are read in slices, so that the page can paint and others can
 * write in between. A row that changes meanwhile is returned as it was when its slice was read.
 */
export async function listIntentsInSlices(
  owner: UserKey,
  stages: readonly IntentStage[],
): Promise<Intent[]> {
  const ids = await db.transaction('r', db.intents, async () => {
    const lists = await Promise.all(
      stages.map((stage) => db.intents.where('[owner+stage]').equals([owner, stage]).primaryKeys()),
    );
    return lists.flat();
  });
  const rows: Intent[] = [];
  for (let from = 0; from < ids.length; from += rowsPerSlice) {
    const slice = await db.intents.bulkGet(ids.slice(from, from + rowsPerSlice));
    rows.push(...slice.filter((row) => row !== undefined));
  }
  return rows.toSorted(compareOrder);
}

/** What the queue still has to do by itself, in its order. */
export async function listOpenIntents(owner: UserKey): Promise<Intent[]> {
  return listIntentsInStages(owner, openStages);
}

/** The newest `limit` rows that are done, and the newest that were cancelled. */
export async function listEnded(owner: UserKey, limit: number): Promise<Intent[]> {
  const ended: readonly IntentStage[] = ['done', 'cancelled'];
  // The index orders equal stages by id, which is time, so `reverse` needs no sorting.
  const lists = await Promise.all(
    ended.map((stage) =>
      db.intents.where('[owner+stage]').equals([owner, stage]).reverse().limit(limit).toArray(),
    ),
  );
  return lists.flat();
}

export interface QueueCounts {
  /** Not yet with the platform: `saved` and `uploading`. */
  waiting: number;
  /** With the platform, or coming home. */
  running: number;
  needsAttention: number;
}

/** Cheap counts for badge and banner. Waiting rows of `quietKinds` don't count: nobody waits for housekeeping. */
export async function countQueue(owner: UserKey): Promise<QueueCounts> {
  const count = (...stages: IntentStage[]) =>
    db.intents
      .where('[owner+stage]')
      .anyOf(stages.map((stage): [UserKey, IntentStage] => [owner, stage]))
      .count();
  const quiet = db.intents
    .where('[owner+kind+stage]')
    .anyOf(quietKinds.map((kind) => [owner, kind, 'saved']))
    .count();
  const [saved, running, needsAttention, quietlySaved] = await Promise.all([
    count('saved', 'uploading'),
    count('submitted', 'running', 'bringing-home'),
    count('needs-attention'),
    quiet,
  ]);
  return { waiting: Math.max(0, saved - quietlySaved), running, needsAttention };
}

export async function countInStage(owner: UserKey, stage: IntentStage): Promise<number> {
  return db.intents.where('[owner+stage]').equals([owner, stage]).count();
}

/** Requests whose bytes are on their way right now, to the platform or back. */
export async function countInTransit(): Promise<number> {
  return db.intents.where('stage').anyOf('uploading', 'bringing-home').count();
}

/** Requests that ended and were not seen yet: done, failed, or waiting for the person. */
export async function listUnseen(owner: UserKey): Promise<GenerateIntent[]> {
  const rows = await listIntentsInStages(owner, ['done', 'failed', 'needs-attention']);
  return rows.filter((row) => row.kind === 'generate').filter((row) => !row.seen);
}

export async function markSeen(ids: readonly IntentId[]): Promise<void> {
  await guardStorage(() =>
    db.intents
      .where('id')
      .anyOf([...ids])
      .modify((intent) => {
        if (intent.kind === 'generate') intent.seen = true;
      }),
  );
}

/**
 * Cancels a request. One that never left the device is cancelled at once. For the rest `cancelRequestedAtMs` is set,
 * and the queue carries the cancel out as soon as it can. Ended rows are left alone.
 * @returns the row afterwards; null when there was nothing to cancel
 */
export async function requestCancel(
  id: IntentId,
  nowMs: number = Date.now(),
): Promise<Intent | null> {
  return guardStorage(() =>
    db.transaction('rw', changedTables(), async () => {
      const intent = await db.intents.get(id);
      if (!intent || isEndedStage(intent.stage) || intent.cancelRequestedAtMs !== null) return null;
      // The platform has already made and charged the result, so cancelling would only lose it.
      if (intent.stage === 'bringing-home') return null;
      const wasTried = intent.attempts > 0;
      intent.cancelRequestedAtMs = nowMs;
      appendLog(intent, nowMs, 'cancel-requested');
      const stage = cancelledStage(intent, nowMs);
      if (stage !== intent.stage) {
        intent.stage = stage;
        // The stage only changes here when no living host holds the row, so the lease is stale.
        intent.lease = null;
        appendLog(intent, nowMs, 'stage-changed', stage);
      }
      // Back-off must not delay a cancel. The alarm finds due rows by an index of times above 0.
      intent.nextAttemptAtMs = stage === 'cancelled' ? 0 : nowMs;
      await db.intents.put(intent);
      if (stage === 'cancelled') await takeBack(intent, wasTried, nowMs);
      return intent;
    }),
  );
}

/** Undoes what an intent changed on this device, as if it had never been. */
async function takeBack(intent: Intent, wasTried: boolean, nowMs: number): Promise<void> {
  await undoLocally(intent);
  if (isWish(intent) && wasTried) await counterWish(intent, nowMs);
  // As with ratings: it may have arrived, so the opposite is said.
  if (wasTried) await counterAlbumWish(intent, nowMs);
}

/**
 * Tries again what failed, was cancelled or needs attention. A request the platform has answered for good gets
 * a new identity, because a repeat of the old one would be given the old answer.
 * @returns the row now in the queue (its id may be new); null when there is nothing to retry
 */
export async function retryIntent(
  id: IntentId,
  nowMs: number = Date.now(),
): Promise<Intent | null> {
  return guardStorage(() =>
    db.transaction('rw', changedTables(), async () => {
      const intent = await db.intents.get(id);
      if (!intent || isOpenStage(intent.stage) || intent.stage === 'done') return null;
      const createdAtMs = await nextCreatedAtMs(intent.owner, nowMs);
      const next = retryPlan(intent, createdAtMs, nowMs);
      // The local changes of an ended row were undone and are made again. Those of other rows still stand.
      if (isEndedStage(intent.stage)) await redoLocally(next, nowMs);
      if (next.id !== id) await db.intents.delete(id);
      await db.intents.put(next);
      return next;
    }),
  );
}

/**
 * Takes a row out of the queue: one that ended, needs attention, or never left. Works stay. Sources that
 * nothing else uses go.
 * @returns false when it is on its way (cancel it first) or gone
 */
export async function removeIntent(id: IntentId, nowMs: number = Date.now()): Promise<boolean> {
  const removed = await takeOut(id, nowMs);
  if (removed) await removeUnusedSources(nowMs);
  return removed !== null;
}

/** `removeIntent` without its sources, so that the row can be put back. @returns the row as it was; null when none went */
export async function takeOut(id: IntentId, nowMs: number): Promise<Intent | null> {
  return db.transaction('rw', changedTables(), async () => {
    const intent = await db.intents.get(id);
    if (!intent || (isOpenStage(intent.stage) && !isUnsent(intent, nowMs))) return null;
    await db.intents.delete(id);
    if (!isEndedStage(intent.stage)) await takeBack(intent, intent.attempts > 0, nowMs);
    return intent;
  });
}

/** Clears the queue of what ended. @returns how many rows went */
export async function removeEndedIntents(
  owner: UserKey,
  nowMs: number = Date.now(),
): Promise<number> {
  const rows = await listIntentsInStages(owner, ['done', 'failed', 'cancelled']);
  await db.intents.bulkDelete(rows.map((row) => row.id));
  await removeUnusedSources(nowMs);
  return rows.length;
}

/**
 * Calls back once when the person cancels a row, whichever tab they do it in.
 * @returns the way to stop watching
 */
export function watchCancel(id: IntentId, callback: () => void): () => void {
  const subscription = liveQuery(() => db.intents.get(id)).subscribe((intent) => {
    if (intent === undefined || intent.cancelRequestedAtMs === null) return;
    subscription.unsubscribe();
    callback();
  });
  return () => {
    subscription.unsubscribe();
  };
}
