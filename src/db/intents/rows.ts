import { KilnError } from '../../domain/errors.ts';
import type { IntentId, MediaId, UserKey } from '../../domain/ids.ts';
import { intentLogMax, isEndedStage } from '../../domain/intent.ts';
import type {
  GenerateIntent,
  GenerateSource,
  Intent,
  IntentError,
  IntentPayloads,
  IntentStage,
  SimpleIntent,
  SimpleKind,
} from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { newId } from '../ids.ts';

/** The columns every kind of intent starts with. */
export function newIntentBase(owner: UserKey, createdAtMs: number) {
  return {
    id: newId(createdAtMs) as IntentId,
    owner,
    stage: 'saved' as IntentStage,
    createdAtMs,
    updatedAtMs: createdAtMs,
    order: createdAtMs,
    after: [] as IntentId[],
    attempts: 0,
    nextAttemptAtMs: 0,
    failingSinceMs: null,
    lease: null,
    error: null as IntentError | null,
    log: [{ atMs: createdAtMs, event: 'intent-saved', detail: null }],
    cancelRequestedAtMs: null,
  };
}

/** A request at its start: nothing of it is uploaded, sent or made. */
export function newGenerateIntent(
  owner: UserKey,
  payload: Omit<GenerateIntent['payload'], 'sources'> & {
    sources: readonly Omit<GenerateSource, 'uploadedUrl'>[];
  },
  createdAtMs: number,
): GenerateIntent {
  return {
    ...newIntentBase(owner, createdAtMs),
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
}

/**
 * Inside the transaction that adds a request, so that none of its sources can go in between.
 * @throws KilnError `source-missing` when one is not on the device
 */
export async function requireSources(sources: readonly { mediaId: MediaId }[]): Promise<void> {
  const mediaIds = [...new Set(sources.map((source) => source.mediaId))];
  const present = await db.media.where('id').anyOf(mediaIds).count();
  if (present < mediaIds.length) throw new KilnError('source-missing', { retryable: false });
}

/**
 * A creation time after that of the owner's latest intent: the queue sends in this order, and two taps in one
 * millisecond or a clock set back must not swap. Call it inside the transaction that adds the row.
 */
export async function nextCreatedAtMs(owner: UserKey, nowMs: number): Promise<number> {
  const latest = await db.intents
    .where('[owner+createdAtMs]')
    .between([owner, -Infinity], [owner, Infinity])
    .last();
  return Math.max(nowMs, (latest?.createdAtMs ?? 0) + 1);
}

/**
 * Keeps an intent of a simple kind; inside the caller's transaction, if there is one, so that both are written or
 * neither is.
 * @param options.after rows that have to be off the queue first
 * @param options.notBeforeMs when it may leave at the earliest
 */
export async function addIntent<Kind extends SimpleKind>(
  owner: UserKey,
  kind: Kind,
  payload: IntentPayloads[Kind],
  nowMs: number,
  options: { after?: readonly IntentId[]; notBeforeMs?: number } = {},
): Promise<SimpleIntent<Kind>> {
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const row = {
        ...newIntentBase(owner, await nextCreatedAtMs(owner, nowMs)),
        // Based on the clock, not on the creation time, which may be later than the clock (see `nextCreatedAtMs`).
        updatedAtMs: nowMs,
        nextAttemptAtMs: options.notBeforeMs ?? 0,
        after: [...(options.after ?? [])],
        kind,
        payload,
      } as SimpleIntent<Kind>;
      await db.intents.add(row as Intent);
      return row;
    }),
  );
}

/** Appends to the bounded log of a row that is about to be written. */
export function appendLog(
  intent: Intent,
  nowMs: number,
  event: string,
  detail: string | null = null,
): void {
  intent.log = [...intent.log, { atMs: nowMs, event, detail }].slice(-intentLogMax);
  intent.updatedAtMs = nowMs;
}

/** Sets a stage and clears what belonged to the one before. */
export function enterStage(
  intent: Intent,
  stage: IntentStage,
  nowMs: number,
  detail: string | null = null,
): void {
  intent.stage = stage;
  // A host that still works on the row finds its lease gone and writes nothing. A host that died
  // would never release the lease itself.
  if (isEndedStage(stage)) intent.lease = null;
  intent.attempts = 0;
  intent.nextAttemptAtMs = 0;
  intent.failingSinceMs = null;
  intent.error = null;
  appendLog(intent, nowMs, 'stage-changed', detail ? `${stage}: ${detail}` : stage);
}

/** Clears failures and waits of a row, so that it is tried again at once, in the given stage. */
export function reopen(intent: Intent, stage: IntentStage, nowMs: number, event: string): void {
  enterStage(intent, stage, nowMs);
  intent.lease = null;
  appendLog(intent, nowMs, event);
}

/**
 * Reads, changes and writes one row in one transaction. `change` returns false to leave it alone.
 * @returns the row as written; null when it is gone or was left alone
 */
export async function changeIntent(
  id: IntentId,
  change: (intent: Intent) => boolean,
): Promise<Intent | null> {
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const intent = await db.intents.get(id);
      if (!intent || !change(intent)) return null;
      await db.intents.put(intent);
      return intent;
    }),
  );
}

/**
 * `changeIntent` for several rows in one transaction.
 * @returns the rows as they are then; those that are gone are left out
 */
export async function changeIntents(
  ids: readonly IntentId[],
  change: (intent: Intent) => boolean,
): Promise<Intent[]> {
  if (ids.length === 0) return [];
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const rows = await db.intents.bulkGet([...ids]);
      const known = rows.filter((row) => row !== undefined);
      await db.intents.bulkPut(known.filter((row) => change(row)));
      return known;
    }),
  );
}
