import type { CheckAnswer } from '../horde/answers.ts';
import { formFor, readForm } from '../horde/alchemy.ts';
import { HordeFailure } from '../horde/failure.ts';
import type { AlchemyTool } from '../horde/model-ids.ts';
import { communityDetail } from '../domain/community-failure.ts';
import { KilnError } from '../domain/errors.ts';
import { changeJob } from '../db/community-store.ts';
import type { JobRow } from '../db/community-store.ts';
import { fetchPicture, keepPicture } from './collect.ts';
import {
  checkEveryMs,
  end,
  endGone,
  finalLooksMax,
  lastChecks,
  noteWorkedOn,
  statusEveryMs,
} from './endings.ts';
import { kilnErrorOf } from './errors.ts';
import type { Horde } from './horde.ts';

/**
 * A call that may be repeated, before one that may not: that the Horde is there, and somebody who does this.
 * @throws KilnError `engine-unavailable`
 */
export async function assertOffered(
  horde: Horde,
  form: string,
  signal?: AbortSignal,
): Promise<void> {
  if ((await horde.servedForms(signal)).has(form)) return;
  throw new KilnError('engine-unavailable', { retryable: true });
}

/** Brings the result home; its address was signed once, so that there are few looks at it. */
async function bringHome(
  horde: Horde,
  row: JobRow,
  form: string,
  result: unknown,
  signal?: AbortSignal,
): Promise<void> {
  if (row.finalLooks > 0 && Date.now() - row.collectedAtMs < statusEveryMs) return;
  await changeJob(row.id, (fresh) => {
    fresh.collectedAtMs = Date.now();
  });
  try {
    const img = typeof result === 'string' ? result : '';
    const { blob, ...facts } = await fetchPicture({ img }, horde, signal);
    const { width, height } = facts;
    await keepPicture(
      row.id,
      {
        ...facts,
        id: crypto.randomUUID(),
        remoteId: row.remoteId ?? row.id,
        seed: row.seed,
        model: form,
        params: { ...row.input, width, height },
        warnings: row.notes ?? [],
        atMs: Date.now(),
      },
      blob,
    );
  } catch (error) {
    signal?.throwIfAborted();
    const found = kilnErrorOf(error) ?? error;
    // Without a network nothing is over, nor without room: it is looked for as long as the Horde has it.
    if (!(found instanceof KilnError) || found.code === 'network') throw found;
    if (row.finalLooks + 1 < finalLooksMax) {
      await changeJob(row.id, (fresh) => {
        fresh.finalLooks += 1;
      });
      return;
    }
    const isClosed = found.detail === communityDetail('store-unreadable');
    // Alchemists' results come by address alone.
    const message = isClosed ? communityDetail('store-closed') : (found.detail ?? '');
    await end(row.id, 'failed', { code: found.code, message });
    return;
  }
  await end(row.id, 'finished');
}

/**
 * How far an alchemist's request is; brings home what it made.
 * @returns as the Horde's check of other requests; null when it is over
 */
export async function pollAlchemy(
  horde: Horde,
  row: JobRow,
  tool: AlchemyTool,
  signal?: AbortSignal,
): Promise<CheckAnswer | null> {
  const last = lastChecks.get(row.id);
  if (last && Date.now() - last.atMs < checkEveryMs) return last.answer;
  const form = formFor(tool, row.input);
  let told;
  try {
    told = readForm(await horde.alchemyStatus(row.remoteId ?? '', signal), form);
  } catch (error) {
    if (!(error instanceof HordeFailure) || error.status !== 404) throw error;
    await endGone(row);
    return null;
  }
  const isDone = told.at === 'done';
  const answer: CheckAnswer = {
    finished: isDone ? 1 : 0,
    processing: told.at === 'processing' ? 1 : 0,
    restarted: 0,
    waiting: told.at === 'waiting' ? 1 : 0,
    done: isDone,
    faulted: told.at === 'failed',
    // Of alchemists it tells neither.
    wait_time: 0,
    queue_position: 0,
    is_possible: true,
  };
  lastChecks.set(row.id, { atMs: Date.now(), answer });
  if (isDone || told.at === 'processing') await noteWorkedOn(row);
  if (told.at === 'done') await bringHome(horde, row, form, told.result, signal);
  else if (told.at === 'failed' && row.cancelSentAtMs !== null) await end(row.id, 'cancelled');
  else if (told.at === 'failed') {
    const message = communityDetail('workers-failed');
    await end(row.id, 'failed', { code: 'engine-failed', message });
  }
  return answer;
}
