import type { Table } from 'dexie';
import type { ErrorCode } from '../../domain/errors.ts';
import type { IntentId, UserKey } from '../../domain/ids.ts';
import { isOpenStage, leavesNoTrace, openStages } from '../../domain/intent.ts';
import type { Intent, IntentStage } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { isLeased } from './rules.ts';
import { changeIntent, reopen } from './rows.ts';

/** For the queue engine: claims rows with a lease, and writes the result of a step only while the lease holds. */

export interface Claim {
  holder: string;
  nowMs: number;
  leaseMs: number;
  /** Whether the row may be worked on now; checked again inside the transaction. */
  isDue: (intent: Intent) => boolean;
  /** Whether a row that can't be claimed now also keeps the candidates behind it from being claimed. */
  holdsBack?: (intent: Intent) => boolean;
  /** Changes to the row that must be stored before the step begins, e.g. that a request may have left. */
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
    db.transaction('rw', db.intents, async () => {
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
    }),
  );
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
 * Ends the leases of hosts that are known to be dead. The leases stay on their rows as expired ones, which tells that
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

export type WorkTable =
  | 'works'
  | 'bin'
  | 'media'
  | 'thumbnails'
  | 'caches'
  | 'downloads'
  | 'parts'
  | 'albums'
  | 'memberships'
  | 'settings';

export interface CommitOptions {
  keepLease: boolean;
  tables?: readonly WorkTable[];
}

/**
 * Writes the result of a step: reads the row afresh (the person may have cancelled meanwhile), lets `change`
 * edit it and write other tables in the same transaction.
 * @returns the row as written; null when the lease was lost, and then nothing was written
 */
export async function commitStep(
  id: IntentId,
  holder: string,
  change: (intent: Intent) => void | Promise<void>,
  options: CommitOptions,
): Promise<Intent | null> {
  const tables: Table[] = [db.intents, ...(options.tables ?? []).map((name) => db.table(name))];
  return guardStorage(() =>
    db.transaction('rw', tables, async () => {
      const intent = await db.intents.get(id);
      if (!intent || intent.lease?.holder !== holder) return null;
      await change(intent);
      if (!options.keepLease) intent.lease = null;
      if (leavesNoTrace(intent)) await db.intents.delete(id);
      else await db.intents.put(intent);
      return intent;
    }),
  );
}

/** Ends the lease without any other change, e.g. because the host is stopped. */
export async function releaseIntent(id: IntentId, holder: string): Promise<void> {
  await changeIntent(id, (intent) => {
    if (intent.lease?.holder !== holder) return false;
    intent.lease = null;
    return true;
  });
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

/** How long finished short calls are kept. A claim must be kept for longer than its day. */
const simpleKeptMs = 2 * 86_400_000;
const generationsKeptMs = 14 * 86_400_000;

/** Removes old rows that are done or cancelled; a generation that is done only if it was seen. Works stay. */
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
