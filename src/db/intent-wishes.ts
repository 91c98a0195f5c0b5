import { liveQuery } from 'dexie';
import { KilnError } from '../domain/errors.ts';
import type { IntentId } from '../domain/ids.ts';
import { isEndedStage } from '../domain/intent.ts';
import type { GenerateIntent, Intent } from '../domain/intent.ts';
import { db, guardStorage } from './database.ts';
import { compareOrder } from './intent-order.ts';
import { appendLog, newIntentBase, nextCreatedAtMs, reopen } from './intent-rows.ts';
import { isLeased, isUnsent, retryPlan } from './intent-rules.ts';
import { requestCancel, retryIntent } from './intents.ts';

/** Cancels several as one change; see `requestCancel`. @returns ids of those that there was something to cancel of */
export async function cancelIntents(
  ids: readonly IntentId[],
  nowMs: number = Date.now(),
): Promise<IntentId[]> {
  return guardStorage(() =>
    db.transaction('rw', [db.intents, db.works], async () => {
      const cancelled: IntentId[] = [];
      for (const id of ids) if (await requestCancel(id, nowMs)) cancelled.push(id);
      return cancelled;
    }),
  );
}

/** Tries several again as one change, in the order in which they stood; see `retryIntent`. @returns how many */
export async function retryIntents(
  ids: readonly IntentId[],
  nowMs: number = Date.now(),
): Promise<number> {
  return guardStorage(() =>
    db.transaction('rw', [db.intents, db.works], async () => {
      const rows = (await db.intents.bulkGet([...ids])).filter((row) => row !== undefined);
      let count = 0;
      for (const { id } of rows.toSorted(compareOrder)) {
        if (await retryIntent(id, nowMs)) count += 1;
      }
      return count;
    }),
  );
}

/**
 * Takes a cancel of a generation back. One that the platform has not heard of yet is withdrawn; one that was
 * carried out is asked for once more, in its old place.
 * @returns the row now in the queue (its id may be new); null when there is nothing to take back
 */
export async function undoCancel(id: IntentId): Promise<Intent | null> {
  await untilLetGo(id);
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const intent = await db.intents.get(id);
      if (intent?.kind !== 'generate') return null;
      const nowMs = Date.now();
      if (intent.stage === 'cancelled') return askAgain(intent, nowMs);
      if (isEndedStage(intent.stage) || intent.cancelRequestedAtMs === null) return null;
      intent.cancelRequestedAtMs = null;
      intent.nextAttemptAtMs = 0;
      appendLog(intent, nowMs, 'cancel-withdrawn');
      await db.intents.put(intent);
      return intent;
    }),
  );
}

async function askAgain(intent: GenerateIntent, nowMs: number): Promise<Intent> {
  if (isUnsent(intent, nowMs)) {
    intent.cancelRequestedAtMs = null;
    reopen(intent, 'saved', nowMs, 'cancel-withdrawn');
    await db.intents.put(intent);
    return intent;
  }
  const next = retryPlan(intent, await nextCreatedAtMs(intent.owner, nowMs), nowMs);
  next.order = intent.order;
  await db.intents.delete(intent.id);
  await db.intents.put(next);
  return next;
}

/** Waits while a host is about to carry the cancel out; what comes of it is known afterwards. */
async function untilLetGo(id: IntentId): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let isOver = false;
    const subscription = liveQuery(() => db.intents.get(id)).subscribe({
      next(intent) {
        const isHeld = intent?.stage !== 'cancelled' && intent && isLeased(intent, Date.now());
        if (isHeld || isOver) return;
        isOver = true;
        // The first answer may come before `subscribe` has returned.
        queueMicrotask(() => subscription.unsubscribe());
        resolve();
      },
      error: reject,
    });
  });
}

/**
 * Asks for the same once more, at the end of the line.
 * @returns the new row; null when the original is gone
 * @throws KilnError `source-missing` when a source is no longer on the device, `storage-full`
 */
export async function duplicateIntent(
  id: IntentId,
  nowMs: number = Date.now(),
): Promise<GenerateIntent | null> {
  return guardStorage(() =>
    db.transaction('rw', [db.intents, db.media], async () => {
      const original = await db.intents.get(id);
      if (original?.kind !== 'generate') return null;
      const { payload } = original;
      const mediaIds = [...new Set(payload.sources.map((source) => source.mediaId))];
      if ((await db.media.where('id').anyOf(mediaIds).count()) < mediaIds.length) {
        throw new KilnError('source-missing', { retryable: false });
      }
      const copy: GenerateIntent = {
        ...newIntentBase(original.owner, await nextCreatedAtMs(original.owner, nowMs)),
        kind: 'generate',
        payload: {
          ...payload,
          sources: payload.sources.map((source) => ({ ...source, uploadedUrl: null })),
        },
        jobId: null,
        submitAttemptedAtMs: null,
        submittedAtMs: null,
        progress: null,
        workIds: [],
        missingOutputs: 0,
        seen: false,
      };
      appendLog(copy, nowMs, 'copied', `from ${id}`);
      await db.intents.add(copy);
      return copy;
    }),
  );
}
