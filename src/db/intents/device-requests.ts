import type { KilnError } from '../../domain/errors.ts';
import type { IntentId, UserKey } from '../../domain/ids.ts';
import type { GenerateIntent, GenerateProgress, Intent } from '../../domain/intent.ts';
import { currentOwner } from '../account/session.ts';
import { db, guardStorage } from '../database.ts';
import { getSetting } from '../settings.ts';
import { throttledQuery, ReadScheduler } from '../throttled-query.ts';
import { addOwnWorks, ownWorkTables, type OwnWork } from '../works/own-works.ts';
import { listIntentsInStages } from './lists.ts';
import { stopWith } from './outcomes.ts';
import { appendLog, changeIntent, enterStage } from './rows.ts';

/**
 * Requests that this device carries out itself (issue L, point 3). No host of the queue claims them: one page at a time
 * does, by a lock. `saved` waits, `running` is being made; a page that died leaves it there.
 */

export const isForDevice = (row: Intent): row is GenerateIntent =>
  row.kind === 'generate' && row.payload.place === 'device';

/** What a page that makes pictures has to know. */
export interface DeviceLine {
  owner: UserKey;
  /** The person has paused the queue. */
  paused: boolean;
  /** Waiting and being made, in the order in which the person wants them. */
  rows: GenerateIntent[];
}

async function readLine(): Promise<DeviceLine> {
  const owner = await currentOwner();
  const rows = await listIntentsInStages(owner, ['saved', 'running']);
  return { owner, paused: await getSetting('queuePaused'), rows: rows.filter(isForDevice) };
}

/**
 * Calls back with the line now and after every change, from whichever thread.
 * @returns the way to stop watching
 */
export function watchDeviceLine(callback: (line: DeviceLine) => void): () => void {
  const line = throttledQuery(['intents', 'settings'], readLine, new ReadScheduler());
  const subscription = line.subscribe(callback, () => undefined);
  return () => subscription.unsubscribe();
}

/** Changes a request of this device that has not ended and is not cancelled. @returns null where it has, or is */
async function changeOpen(
  id: IntentId,
  change: (row: GenerateIntent) => void,
): Promise<GenerateIntent | null> {
  const changed = await changeIntent(id, (row) => {
    if (!isForDevice(row) || (row.stage !== 'saved' && row.stage !== 'running')) return false;
    change(row);
    return true;
  });
  return changed && isForDevice(changed) ? changed : null;
}

const progressAt = (
  outputs: number,
  {
    finished,
    ...rest
  }: Pick<GenerateProgress, 'phase' | 'percent' | 'waitSeconds' | 'finished'> &
    Pick<GenerateProgress, 'preview'>,
  nowMs: number,
): GenerateProgress => ({
  state: 'Processing',
  queuePosition: 0,
  finished,
  total: outputs,
  checkedAtMs: nowMs,
  ...rest,
});

/**
 * Begins, or goes on with what another page left: its seed is fixed from now on, so that what is made twice is the same.
 * @param seed decimal, where the person left it to chance
 * @returns the row; null when it is not there any more, or was cancelled
 */
export async function beginMaking(
  id: IntentId,
  given: { seed: string; outputs: number; waitSeconds: number },
  nowMs: number = Date.now(),
): Promise<GenerateIntent | null> {
  return changeOpen(id, (row) => {
    const { input } = row.payload;
    if (String(input['seed'] ?? '') === '') input['seed'] = given.seed;
    if (row.stage === 'saved') {
      const { attempts } = row;
      enterStage(row, 'running', nowMs);
      row.attempts = attempts;
    }
    row.progress = progressAt(
      given.outputs,
      {
        phase: 'preparing',
        percent: 0,
        waitSeconds: given.waitSeconds,
        finished: row.workIds.length,
        preview: null,
      },
      nowMs,
    );
  });
}

/** English for its words. @returns null where it is not there any more, or was cancelled */
export const noteTranslated = (id: IntentId, english: string): Promise<GenerateIntent | null> =>
  changeOpen(id, (row) => {
    row.payload.translation = english;
  });

/** @param percent 0…99.99 */
export async function noteMaking(
  id: IntentId,
  told: { outputs: number; percent: number; waitSeconds: number; preview: number | null },
  nowMs: number = Date.now(),
): Promise<void> {
  const { outputs, percent, ...rest } = told;
  await changeOpen(id, (row) => {
    if (row.stage !== 'running') return;
    const shown = Math.min(99.99, Math.max(percent, row.progress?.percent ?? 0));
    row.progress = progressAt(
      outputs,
      { phase: 'generating', finished: row.workIds.length, ...rest, percent: shown },
      nowMs,
    );
  });
}

/**
 * Keeps a picture as a work, and that it was made, in one: a page that dies makes no picture twice.
 * @param isLast then the request is done
 * @returns false when the request was cancelled or is gone: nothing was written
 * @throws KilnError `storage-full`
 */
export async function keepMade(
  id: IntentId,
  work: OwnWork,
  isLast: boolean,
  nowMs: number = Date.now(),
): Promise<boolean> {
  return guardStorage(() =>
    db.transaction('rw', ownWorkTables, async () => {
      const row = await db.intents.get(id);
      if (!row || !isForDevice(row) || row.stage !== 'running') return false;
      await addOwnWorks(row.owner, [work], { nowMs });
      row.workIds = [...row.workIds, work.id];
      row.attempts = 0;
      appendLog(row, nowMs, 'work-stored', work.id);
      if (isLast) {
        row.progress = null;
        enterStage(row, 'done', nowMs);
      }
      await db.intents.put(row);
      return true;
    }),
  );
}

/** It can't be made. @returns whether it still was to be */
export async function stopMaking(
  id: IntentId,
  error: KilnError,
  nowMs: number = Date.now(),
): Promise<boolean> {
  const stage = error.retryable ? 'needs-attention' : 'failed';
  const { code, httpStatus, detail, reasons } = error;
  const row = await changeOpen(id, (open) => {
    open.progress = null;
    stopWith(open, stage, { code, httpStatus, detail, reasons }, nowMs);
  });
  return row !== null;
}

/**
 * Nobody makes it any more: it waits again, with what is made of it.
 * @param hasDied the page that made it ended: of one that ends each time it is told in the end
 */
export async function letGoOfMaking(
  id: IntentId,
  hasDied: boolean,
  nowMs: number = Date.now(),
): Promise<void> {
  await changeOpen(id, (row) => {
    if (row.stage !== 'running') return;
    const { attempts } = row;
    row.progress = null;
    enterStage(row, 'saved', nowMs, 'not finished');
    row.attempts = hasDied ? attempts + 1 : attempts;
  });
}
