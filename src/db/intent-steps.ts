import type { Table } from 'dexie';
import type { ErrorCode, KilnError } from '../domain/errors.ts';
import type { IntentId, UserKey } from '../domain/ids.ts';
import { isEndedStage, isOpenStage, isQuiet, openStages } from '../domain/intent.ts';
import type { Intent, IntentStage } from '../domain/intent.ts';
import { db, guardStorage } from './database.ts';
import { isLeased } from './intent-rules.ts';
import { appendLog, changeIntent, reopen } from './intent-rows.ts';

/** Verbs of the queue engine: claim a row with a lease, act, write the result only while the lease holds. */

export interface Claim {
  holder: string;
  nowMs: number;
  leaseMs: number;
  /** Whether it is the row's turn, judged again inside the transaction. */
  isDue: (intent: Intent) => boolean;
  /** Whether a row that cannot be had right now holds back the candidates behind it. */
  holdsBack?: (intent: Intent) => boolean;
  /** What must be on record before the step's effect begins. */
  prepare?: (intent: Intent) => void;
}

/**
 * Claims the first of the candidates that is open, due and not leased by a living host, in one transaction.
 * @returns the row as claimed, null when none can be
 */
export async function claimNextIntent(
  candidates: readonly IntentId[],
  claim: Claim,
): Promise<Intent | null> {
  if (candidates.length === 0) return null;
  return guardStorage(() =>
    db.transaction('rw', db.intents, () => claimFirstOf(candidates, claim)),
  );
}

/** Inside a transaction that writes `intents`. */
async function claimFirstOf(candidates: readonly IntentId[], claim: Claim): Promise<Intent | null> {
  for (const id of candidates) {
    const intent = await db.intents.get(id);
    if (!intent || !isOpenStage(intent.stage)) continue;
    if (isLeased(intent, claim.nowMs) || !claim.isDue(intent)) {
      if (claim.holdsBack?.(intent)) return null;
      continue;
    }
    intent.lease = { holder: claim.holder, untilMs: claim.nowMs + claim.leaseMs };
    claim.prepare?.(intent);
    await db.intents.put(intent);
    return intent;
  }
  return null;
}

/** @returns false when the lease was lost: stop, another host has it */
export async function renewLease(id: IntentId, holder: string, untilMs: number): Promise<boolean> {
  const row = await changeIntent(id, (intent) => {
    if (intent.lease?.holder !== holder) return false;
    intent.lease = { holder, untilMs };
    return true;
  });
  return row !== null;
}

/**
 * Ends the leases of hosts that are known to be dead. They stay on the rows as run out ones, which says that
 * the step may have had its effect.
 */
export async function endLeases(owner: UserKey): Promise<void> {
  await guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const rows = await db.intents
        .where('[owner+stage]')
        .anyOf(openStages.map((stage): [UserKey, IntentStage] => [owner, stage]))
        .filter((intent) => (intent.lease?.untilMs ?? 0) > 0)
        .toArray();
      if (rows.length === 0) return;
      for (const row of rows) if (row.lease) row.lease.untilMs = 0;
      await db.intents.bulkPut(rows);
    }),
  );
}

export type WorkTable = 'works' | 'media' | 'thumbnails' | 'caches' | 'downloads' | 'parts';

/** The row that is to be claimed with the same transaction that ends a step. */
export interface NextClaim {
  candidates: readonly IntentId[];
  claim: Claim;
  onClaimed: (intent: Intent) => void;
}

export interface CommitOptions {
  keepLease: boolean;
  tables?: readonly WorkTable[];
  /** A thousand requests leave faster when the end of one and the claim of the next are one transaction. */
  next?: NextClaim;
}

/**
 * Writes the result of a step: reads the row afresh (the person may have cancelled meanwhile), lets `change`
 * edit it and write other tables in the same transaction.
 * @returns the row as written; null when the lease was lost, and then nothing was written nor claimed
 */
export async function commitStep(
  id: IntentId,
  holder: string,
  change: (intent: Intent) => void | Promise<void>,
  options: CommitOptions,
): Promise<Intent | null> {
  const tables: Table[] = [db.intents, ...(options.tables ?? []).map((name) => db.table(name))];
  let claimed: Intent | null = null;
  const written = await guardStorage(() =>
    db.transaction('rw', tables, async () => {
      const intent = await db.intents.get(id);
      if (!intent || intent.lease?.holder !== holder) return null;
      await change(intent);
      if (!options.keepLease) intent.lease = null;
      if (isQuiet(intent) && isEndedStage(intent.stage)) await db.intents.delete(id);
      else await db.intents.put(intent);
      if (options.next) claimed = await claimFirstOf(options.next.candidates, options.next.claim);
      return intent;
    }),
  );
  if (claimed) options.next?.onClaimed(claimed);
  return written;
}

/**
 * Lets go of a row without a word, e.g. because the host is stopped.
 * @param takeBack what was prepared for a step that did not begin
 */
export async function releaseIntent(
  id: IntentId,
  holder: string,
  takeBack?: (intent: Intent) => void,
): Promise<void> {
  await changeIntent(id, (intent) => {
    if (intent.lease?.holder !== holder) return false;
    intent.lease = null;
    takeBack?.(intent);
    return true;
  });
}

/** A step failed and is tried again at a time. */
export function noteFailure(
  intent: Intent,
  error: KilnError,
  nowMs: number,
  nextAttemptAtMs: number,
): void {
  intent.attempts += 1;
  intent.failingSinceMs ??= nowMs;
  intent.nextAttemptAtMs = nextAttemptAtMs;
  intent.error = {
    code: error.code,
    httpStatus: error.httpStatus,
    detail: error.detail,
    retryAfterMs: error.retryAfterMs,
    atMs: nowMs,
  };
  appendLog(intent, nowMs, 'attempt-failed', describe(error.code, error.httpStatus, error.detail));
}

/** The queue stops by itself: the row failed, or waits for the person. */
export function stopWith(
  intent: Intent,
  stage: Extract<IntentStage, 'failed' | 'needs-attention'>,
  error: { code: ErrorCode; httpStatus: number | null; detail: string | null },
  nowMs: number,
): void {
  intent.stage = stage;
  if (isEndedStage(stage)) intent.lease = null;
  intent.nextAttemptAtMs = 0;
  intent.error = { ...error, atMs: nowMs };
  appendLog(
    intent,
    nowMs,
    'stage-changed',
    `${stage}: ${describe(error.code, error.httpStatus, error.detail)}`,
  );
}

function describe(code: string, httpStatus: number | null, detail: string | null): string {
  return [code, httpStatus, detail?.slice(0, 300)].filter((part) => part !== null).join(' ');
}

/**
 * Puts back what stopped for a reason that has passed, e.g. `login-required` after a sign-in.
 * @returns how many rows
 */
export async function resumeStopped(
  owner: UserKey,
  code: ErrorCode,
  nowMs: number,
): Promise<number> {
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const rows = await db.intents
        .where('[owner+stage]')
        .equals([owner, 'needs-attention'])
        .filter((intent) => intent.error?.code === code)
        .toArray();
      for (const row of rows) {
        const isWithPlatform = row.kind === 'generate' && row.jobId !== null;
        reopen(row, isWithPlatform ? 'running' : 'saved', nowMs, 'resumed');
      }
      await db.intents.bulkPut(rows);
      return rows.length;
    }),
  );
}

/** Short calls that are done are told of for this long; today's claim has to outlive today. */
const simpleKeptMs = 2 * 86_400_000;
const generationsKeptMs = 14 * 86_400_000;

/** Forgets ends that need no one and are old; the works themselves stay. */
export async function pruneIntents(nowMs: number): Promise<void> {
  await db.intents
    .where('stage')
    .anyOf('done', 'cancelled')
    .filter((intent) => {
      if (intent.kind !== 'generate') return intent.updatedAtMs < nowMs - simpleKeptMs;
      if (intent.updatedAtMs >= nowMs - generationsKeptMs) return false;
      return intent.seen || intent.stage === 'cancelled';
    })
    .delete();
}
