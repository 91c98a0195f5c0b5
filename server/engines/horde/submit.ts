import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type EngineContext, type EngineJob } from '../engine.ts';
import type { HordeClient } from './client.ts';
import { engineErrorOf, HordeFailure, HordeSilence } from './failure.ts';
import { readReference, writeReference } from './reference.ts';
import type { HordeRequest } from './request.ts';
import type { HordePace } from './run.ts';

export interface Submission {
  id: string;
  warnings: string[];
}

const lostWords =
  'The answer of the AI Horde was lost, and sending again might cost twice. Nothing was charged here; try again.';

const cancelTries = 3;

/** Repeating it is harmless. A picture already being made is still finished there, and not asked for here. */
export async function cancelRemote(client: HordeClient, id: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.cancel(id);
      return;
    } catch (error) {
      if (attempt >= cancelTries || (error instanceof HordeFailure && error.status === 404))
        throw error;
      await sleep(1_000 * attempt, undefined, { ref: false });
    }
  }
}

/**
 * Makes sure that a job has exactly one remote request: goes on with a known one, sends a new one, or looks
 * for the one whose answer was lost. Never sends twice on suspicion.
 */
export function createSubmitter(options: {
  client: HordeClient;
  pace: HordePace;
  /** Ids that other jobs of this process own. */
  owned: ReadonlySet<string>;
  own: (id: string) => void;
  background: (work: Promise<unknown>) => void;
}) {
  const { client, pace, owned, own } = options;
  // One at a time, so that an id that appears in the account can only be the one whose answer is missing.
  let turn: Promise<unknown> = Promise.resolve();

  async function activeNow(): Promise<string[] | null> {
    return client.activeRequests().catch(() => null);
  }

  /** The Horde caches an account for 30 s, so a new request shows late. */
  async function findLost(
    before: string[] | null,
    request: HordeRequest,
    signal: AbortSignal,
  ): Promise<string> {
    const lost = new EngineError('engine-failed', lostWords, { retryable: false });
    if (client.isAnonymous || before === null) throw lost;
    const until = performance.now() + pace.findLostMs;
    do {
      await sleep(pace.findLostStepMs, undefined, { signal });
      const active = await activeNow();
      const fresh = (active ?? []).filter((id) => !before.includes(id) && !owned.has(id));
      const fitting: string[] = [];
      for (const id of fresh) {
        const state = await client.check(id, signal).catch(() => null);
        if (state && state.finished + state.processing + state.waiting === request.params.n)
          fitting.push(id);
      }
      if (fitting.length === 1) return fitting[0]!;
      if (fitting.length > 1) throw lost;
    } while (performance.now() < until);
    throw lost;
  }

  /** Sends, waiting politely as often as the Horde says "not now". */
  async function send(request: HordeRequest, context: EngineContext): Promise<Submission | 'lost'> {
    const until = performance.now() + pace.admissionMs;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await client.submit(request);
      } catch (error) {
        if (error instanceof HordeSilence) {
          if (error.sent) return 'lost';
          throw new EngineError('engine-unavailable', 'The AI Horde can’t be reached', {
            retryable: true,
            cause: error,
          });
        }
        if (!(error instanceof HordeFailure)) throw error;
        // A front proxy's error says nothing about what happened behind it.
        if (error.status >= 500) return 'lost';
        if (error.status !== 429 || performance.now() > until) throw engineErrorOf(error);
        const pauseMs = error.retryAfterMs ?? Math.min(30_000, pace.busyPauseMs * 2 ** attempt);
        context.reportProgress({ phase: 'waiting' });
        await sleep(Math.min(pauseMs, pace.busyPauseMaxMs), undefined, { signal: context.signal });
      }
    }
  }

  async function sendOnce(request: HordeRequest, context: EngineContext): Promise<Submission> {
    context.signal.throwIfAborted();
    const activeBefore = client.isAnonymous ? null : await activeNow();
    context.signal.throwIfAborted();
    await context.saveExternalReference(writeReference({ state: 'submitting', activeBefore }));
    let sent: Submission | 'lost';
    try {
      sent = await send(request, context);
    } catch (error) {
      // Certainly not accepted: the next attempt may send.
      await context.saveExternalReference(writeReference({ state: 'none' })).catch(() => undefined);
      throw error;
    }
    const submission =
      sent === 'lost'
        ? { id: await findLost(activeBefore, request, context.signal), warnings: [] }
        : sent;
    own(submission.id);
    if (context.signal.reason === 'cancelled') {
      options.background(cancelRemote(client, submission.id));
      context.signal.throwIfAborted();
    }
    await context.saveExternalReference(writeReference({ state: 'submitted', id: submission.id }));
    return submission;
  }

  return async function obtain(
    job: EngineJob,
    request: () => HordeRequest,
    context: EngineContext,
  ): Promise<Submission> {
    const known = readReference(job.externalReference);
    if (known.state === 'submitted') {
      own(known.id);
      return { id: known.id, warnings: [] };
    }
    if (known.state === 'submitting') {
      const id = await findLost(known.activeBefore, request(), context.signal);
      own(id);
      await context.saveExternalReference(writeReference({ state: 'submitted', id }));
      return { id, warnings: [] };
    }
    const mine = turn.then(() => sendOnce(request(), context));
    turn = mine.catch(() => undefined);
    options.background(turn);
    return mine;
  };
}
