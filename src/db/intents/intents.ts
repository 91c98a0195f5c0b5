import type { IntentId, MediaId, UserKey } from '../../domain/ids.ts';
import { isEndedStage, isOpenStage } from '../../domain/intent.ts';
import type { ClaimDailyIntent, GenerateIntent, Intent } from '../../domain/intent.ts';
import { counterAlbumWish } from '../albums/wishes.ts';
import { db, guardStorage } from '../database.ts';
import {
  addIntent,
  appendLog,
  newGenerateIntent,
  nextCreatedAtMs,
  requireSources,
} from './rows.ts';
import { listDailyClaims, listIntentsInStages } from './lists.ts';
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
