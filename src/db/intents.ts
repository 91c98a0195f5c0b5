import { liveQuery } from 'dexie';
import { KilnError } from '../domain/errors.ts';
import type { IntentId, MediaId, UserKey } from '../domain/ids.ts';
import { isEndedStage, isOpenStage, openStages, quietKinds } from '../domain/intent.ts';
import type { ClaimDailyIntent, GenerateIntent, Intent, IntentStage } from '../domain/intent.ts';
import { db, guardStorage } from './database.ts';
import { addIntent, newIntentBase, nextCreatedAtMs, appendLog } from './intent-rows.ts';
import { compareOrder } from './intent-order.ts';
import { cancelledStage, isUnsent, retryPlan } from './intent-rules.ts';
import { redoLocally, undoLocally } from './local-effects.ts';
import { counterMarks } from './marks.ts';
import { removeUnusedSources } from './media.ts';
import type { DraftRow } from './schema.ts';

export interface NewGenerate {
  owner: UserKey;
  payload: Omit<GenerateIntent['payload'], 'sources'>;
  /** Pictures that `putSource` stored, by the schema field that takes them. */
  sources: { field: string; mediaId: MediaId }[];
  /** Written in the same transaction, so that a reload shows the form as it was sent. */
  draft?: Omit<DraftRow, 'updatedAtMs'>;
}

/**
 * Keeps a request; from here on the queue owns it.
 * @throws KilnError `source-missing` when a source is no longer on the device, `storage-full`
 */
export async function saveGenerateIntent(
  wanted: NewGenerate,
  nowMs: number = Date.now(),
): Promise<GenerateIntent> {
  return guardStorage(() =>
    db.transaction('rw', [db.intents, db.drafts, db.media], async () => {
      const mediaIds = [...new Set(wanted.sources.map((source) => source.mediaId))];
      const present = await db.media.where('id').anyOf(mediaIds).count();
      if (present < mediaIds.length) throw new KilnError('source-missing', { retryable: false });
      const createdAtMs = await nextCreatedAtMs(wanted.owner, nowMs);
      const intent: GenerateIntent = {
        ...newIntentBase(wanted.owner, createdAtMs),
        kind: 'generate',
        payload: {
          ...wanted.payload,
          sources: wanted.sources.map((source) => ({ ...source, uploadedUrl: null })),
        },
        jobId: null,
        submitAttemptedAtMs: null,
        submittedAtMs: null,
        progress: null,
        workIds: [],
        missingOutputs: 0,
        seen: false,
      };
      await db.intents.add(intent);
      if (wanted.draft) await db.drafts.put({ ...wanted.draft, updatedAtMs: nowMs });
      return intent;
    }),
  );
}

/** Claims the device remembers: a handful, whatever else is in the queue. */
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
  // One request to the database per stage; `anyOf` would fetch row by row. At one moment, for all stages.
  const lists = await db.transaction('r', db.intents, () =>
    Promise.all(
      stages.map((stage) => db.intents.where('[owner+stage]').equals([owner, stage]).toArray()),
    ),
  );
  return lists.flat().toSorted(compareOrder);
}

/** Rows that are fetched at a time; more of them in one go would hold up the page for longer than a frame. */
const rowsPerSlice = 100;

/**
 * `listIntentsInStages` for a page: a thousand rows come in slices, between which the page may paint and others
 * may write. A row that moves on meanwhile is as it is when its slice is read.
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

export interface QueueCounts {
  /** Not yet with the platform: `saved` and `uploading`. */
  waiting: number;
  /** With the platform, or coming home. */
  running: number;
  needsAttention: number;
}

/** Cheap figures for badge and banner. Housekeeping is nothing that a person waits for. */
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

/** Ends that the person has not looked at: done, failed or in need of them. */
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
 * What never left the device is cancelled at once; for the rest the queue carries it out at the next safe
 * point (`cancelRequestedAtMs` is set meanwhile). Ended rows are left alone.
 * @returns the row after the wish; null when there was nothing to cancel
 */
export async function requestCancel(
  id: IntentId,
  nowMs: number = Date.now(),
): Promise<Intent | null> {
  return guardStorage(() =>
    db.transaction('rw', [db.intents, db.works], async () => {
      const intent = await db.intents.get(id);
      if (!intent || isEndedStage(intent.stage) || intent.cancelRequestedAtMs !== null) return null;
      // The platform has finished and charged it; the result may as well come home.
      if (intent.stage === 'bringing-home') return null;
      const wasTried = intent.attempts > 0;
      intent.cancelRequestedAtMs = nowMs;
      appendLog(intent, nowMs, 'cancel-requested');
      const stage = cancelledStage(intent, nowMs);
      if (stage !== intent.stage) {
        intent.stage = stage;
        // Whoever held it is gone, or it would not have been changed here.
        intent.lease = null;
        appendLog(intent, nowMs, 'stage-changed', stage);
      }
      // Back-off must not delay a wish to stop; a due time above 0 is what the alarm's index shows it.
      intent.nextAttemptAtMs = stage === 'cancelled' ? 0 : nowMs;
      await db.intents.put(intent);
      if (stage === 'cancelled') await takeBack(intent, wasTried, nowMs);
      return intent;
    }),
  );
}

/** Makes the device look as if a wish had never been. */
async function takeBack(intent: Intent, wasTried: boolean, nowMs: number): Promise<void> {
  await undoLocally(intent);
  const isMark = intent.kind === 'set-favourite' || intent.kind === 'set-rating';
  if (isMark && wasTried) await counterMarks(intent, nowMs);
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
    db.transaction('rw', [db.intents, db.works], async () => {
      const intent = await db.intents.get(id);
      if (!intent || isOpenStage(intent.stage) || intent.stage === 'done') return null;
      const createdAtMs = await nextCreatedAtMs(intent.owner, nowMs);
      const next = retryPlan(intent, createdAtMs, nowMs);
      // What ended was undone here; what only asks for the person still stands.
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
  const removed = await db.transaction('rw', [db.intents, db.works], async () => {
    const intent = await db.intents.get(id);
    if (!intent || (isOpenStage(intent.stage) && !isUnsent(intent, nowMs))) return false;
    await db.intents.delete(id);
    if (!isEndedStage(intent.stage)) await takeBack(intent, intent.attempts > 0, nowMs);
    return true;
  });
  if (removed) await removeUnusedSources(nowMs);
  return removed;
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
