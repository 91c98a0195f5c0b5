import { liveQuery } from 'dexie';
import type { IntentId } from '../../domain/ids.ts';
import { isEndedStage, isOpenStage } from '../../domain/intent.ts';
import type { GenerateIntent, Intent } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { compareOrder } from './order.ts';
import { appendLog, newGenerateIntent, nextCreatedAtMs, reopen, requireSources } from './rows.ts';
import { isLeased, isUnsent, retryPlan } from './rules.ts';
import { requestCancel, retryIntent, takeOut } from './intents.ts';
import { listOpenIntents } from './lists.ts';
import { changedTables, redoLocally } from './local-effects.ts';
import { binWorks, restoreWorks } from '../works/bin.ts';
import { rateWorks } from '../works/ratings.ts';
import { isWish } from '../works/wishes.ts';
import { pendingWishes } from './lists.ts';
import type { WishIntent } from '../works/wishes.ts';

/** Cancels several as one change; see `requestCancel`. @returns ids of those that there was something to cancel of */
export async function cancelIntents(
  ids: readonly IntentId[],
  nowMs: number = Date.now(),
): Promise<IntentId[]> {
  return guardStorage(() =>
    db.transaction('rw', changedTables(), async () => {
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
    db.transaction('rw', changedTables(), async () => {
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
 * Ends the wait of a request that is tried again later, and the pauses that the platform asked for, which hold its
 * whole lane.
 * @returns whether there was a wait to end
 */
export async function tryNow(id: IntentId, nowMs: number = Date.now()): Promise<boolean> {
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const intent = await db.intents.get(id);
      if (!intent || !isOpenStage(intent.stage) || intent.nextAttemptAtMs <= nowMs) return false;
      const open = await listOpenIntents(intent.owner);
      const waiting = open.filter((row) => row.id === id || row.error?.retryAfterMs);
      for (const row of waiting) row.nextAttemptAtMs = 0;
      await db.intents.bulkPut(waiting);
      return true;
    }),
  );
}

/**
 * Takes several rows out of the queue as one change; see `removeIntent`. Their sources stay until somebody calls
 * `removeUnusedSources`.
 * @returns the rows as they were, for `putBack`
 */
export async function removeIntents(
  ids: readonly IntentId[],
  nowMs: number = Date.now(),
): Promise<Intent[]> {
  return guardStorage(() =>
    db.transaction('rw', changedTables(), async () => {
      const removed: Intent[] = [];
      for (const id of ids) {
        const row = await takeOut(id, nowMs);
        if (row) removed.push(row);
      }
      return removed;
    }),
  );
}

/** Puts removed rows back as they were, with what they had changed on this device. */
export async function putBack(rows: readonly Intent[], nowMs: number = Date.now()): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', changedTables(), async () => {
      for (const row of rows) {
        if (await db.intents.get(row.id)) continue;
        const isUndone = !isEndedStage(row.stage);
        // The platform may have been told the opposite meanwhile: then the wish is said anew.
        if (isUndone && isWish(row) && (await wishAgain(row, nowMs))) continue;
        if (isUndone) await redoLocally(row, nowMs);
        await db.intents.add(row);
      }
    }),
  );
}

/** @returns whether the platform has to be told */
async function wishAgain({ kind, owner, payload }: WishIntent, nowMs: number): Promise<boolean> {
  const ids = payload.works.map(({ id }) => id);
  if (kind !== 'set-binned') {
    return (await rateWorks(kind, owner, ids, payload.value, nowMs)) !== null;
  }
  const pending = async () => (await pendingWishes(owner, kind)).map((row) => row.id);
  const before = new Set(await pending());
  await (payload.value === 1 ? binWorks : restoreWorks)(owner, ids, nowMs);
  return (await pending()).some((id) => !before.has(id));
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
    const subscription = liveQuery(async () => db.intents.get(id)).subscribe({
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
      const { owner, payload } = original;
      await requireSources(payload.sources);
      const copy = newGenerateIntent(owner, payload, await nextCreatedAtMs(owner, nowMs));
      appendLog(copy, nowMs, 'copied', `from ${id}`);
      await db.intents.add(copy);
      return copy;
    }),
  );
}
