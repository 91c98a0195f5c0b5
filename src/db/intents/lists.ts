import { liveQuery } from 'dexie';
import type { IntentId, UserKey } from '../../domain/ids.ts';
import { openStages, quietKinds } from '../../domain/intent.ts';
import type {
  ClaimDailyIntent,
  GenerateIntent,
  Intent,
  IntentStage,
  SimpleIntent,
  SimpleKind,
} from '../../domain/intent.ts';
import { db } from '../database.ts';
import { compareOrder } from './order.ts';

/** Reading the queue, and no more: the poller carries this from the start. */

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

/** Intents of a kind that have not ended: what the platform has not heard of yet. Inside the caller's transaction. */
export async function pendingWishes<Kind extends SimpleKind>(
  owner: UserKey,
  kind: Kind,
): Promise<SimpleIntent<Kind>[]> {
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .anyOf([
      [owner, kind, 'saved'],
      [owner, kind, 'needs-attention'],
    ])
    .toArray();
  return rows.filter((row): row is SimpleIntent<Kind> & Intent => row.kind === kind);
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
export function countQueue(owner: UserKey): Promise<QueueCounts> {
  // The browser counts what is equal to one key by itself; of several keys Dexie goes through the rows.
  const counted = async (index: string, keys: readonly string[][]) => {
    const counts = await Promise.all(
      keys.map((key) =>
        db.intents
          .where(index)
          .equals([owner, ...key])
          .count(),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const staged = (...stages: IntentStage[]) =>
    counted(
      '[owner+stage]',
      stages.map((stage) => [stage]),
    );
  return db.transaction('r', db.intents, async () => {
    const [saved, running, needsAttention] = await Promise.all([
      staged('saved', 'uploading'),
      staged('submitted', 'running', 'bringing-home'),
      staged('needs-attention'),
    ]);
    if (saved === 0) return { waiting: 0, running, needsAttention };
    const quietlySaved = await counted(
      '[owner+kind+stage]',
      quietKinds.map((kind) => [kind, 'saved']),
    );
    return { waiting: Math.max(0, saved - quietlySaved), running, needsAttention };
  });
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
 * Calls back once when the person cancels a row, whichever tab they do it in.
 * @returns the way to stop watching
 */
export function watchCancel(id: IntentId, callback: () => void): () => void {
  const subscription = liveQuery(async () => db.intents.get(id)).subscribe((intent) => {
    if (intent === undefined || intent.cancelRequestedAtMs === null) return;
    subscription.unsubscribe();
    callback();
  });
  return () => {
    subscription.unsubscribe();
  };
}
