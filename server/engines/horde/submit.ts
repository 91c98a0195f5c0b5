import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type EngineContext } from '../contract/engine.ts';
import { admit, type Unanswered } from './admission.ts';
import type { Budget } from './budget.ts';
import { isAnonymous, submitBucket, type HordeClient } from './client.ts';
import { costInWords, HordeFailure, kudosError, wantsKudos } from '../../../src/horde/failure.ts';
import type { HordePace } from './pace.ts';
import { createMark, keyMarkOf, readReference, writeReference } from './reference.ts';
import type { HordeRequest } from '../../../src/horde/request.ts';

export interface Submission {
  id: string;
  warnings: string[];
  /** Found again after its answer was lost: what comes must prove to be ours. */
  wasLost: boolean;
  downgraded: boolean;
}

/** A key, and whose it is. */
export interface HordeKey {
  key: string;
  isOwn: boolean;
}

const lostWords =
  'The answer of the AI Horde was lost, and sending again might cost twice. Nothing was charged here; try again.';
const brokenWords =
  'The AI Horde broke down over this request. A shared key may be over its own limits of size and steps. Nothing was charged here.';

type Sent = { id: string; warnings: string[]; downgraded: boolean };

/**
 * Makes sure that a job has exactly one remote request: goes on with a known one, sends a new one, or looks
 * for the one whose answer was lost. Never sends twice on suspicion.
 */
export function createSubmitter(options: {
  client: HordeClient;
  budget: Budget;
  pace: HordePace;
  /** Ids that other jobs of this process own. */
  owned: ReadonlySet<string>;
  own: (id: string) => void;
  /** Sees to the cancel of a request that was accepted after its job was cancelled. */
  undo: (id: string) => void;
  background: (work: Promise<unknown>) => void;
}) {
  const { client, pace, owned, own } = options;
  // One at a time for each key, so that an id that appears in its account can only be the one that is missing.
  const turns = new Map<string, Promise<unknown>>();

  function inTurn<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const mine = (turns.get(key) ?? Promise.resolve()).then(work);
    const done = mine
      .catch(() => undefined)
      .then(() => {
        if (turns.get(key) === done) turns.delete(key);
      });
    turns.set(key, done);
    options.background(done);
    return mine;
  }

  /** The Horde caches an account for 30 s, so a new request shows late. */
  async function findLost(
    before: string[] | null,
    request: HordeRequest,
    key: string,
    signal: AbortSignal,
    words = lostWords,
  ): Promise<string> {
    const lost = new EngineError('engine-failed', words, { retryable: false });
    if (isAnonymous(key) || before === null) throw lost;
    const until = performance.now() + pace.findLostMs;
    do {
      await sleep(pace.findLostStepMs, undefined, { signal });
      const active = await client.activeRequests(key, signal).catch(() => null);
      signal.throwIfAborted();
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

  async function tooDear(
    failure: HordeFailure,
    request: HordeRequest,
    { key }: HordeKey,
    signal: AbortSignal,
  ): Promise<EngineError> {
    const told = costInWords(failure);
    if (told !== null) return kudosError(failure, told);
    const asked = await client.cost(request, key, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      return error instanceof HordeFailure ? costInWords(error) : null;
    });
    return kudosError(failure, asked);
  }

  async function send(
    request: HordeRequest,
    mayShrink: boolean,
    hordeKey: HordeKey,
    context: EngineContext,
  ): Promise<Sent | { answer: Unanswered; activeBefore: string[] | null }> {
    const { key, isOwn } = hordeKey;
    const { signal } = context;
    const mark = createMark(context);
    let activeBefore: string[] | null = null;
    async function post(downgraded: boolean): ReturnType<typeof send> {
      const body = downgraded ? { ...request, allow_downgrade: true } : request;
      const attempt = async (): Promise<{ id: string; warnings: string[] }> => {
        // What was there long ago would make too much look new.
        activeBefore = await client.activeRequests(key, signal).catch(() => null);
        signal.throwIfAborted();
        return client.submit(body, key, { signal, before: () => mark.set(activeBefore, key) });
      };
      const sent = await admit(attempt, {
        ...options,
        bucket: submitBucket,
        context,
        isOwnKey: isOwn,
        onRefused: () => mark.clear(),
      });
      return typeof sent === 'string' ? { answer: sent, activeBefore } : { ...sent, downgraded };
    }
    try {
      return await post(false);
    } catch (error) {
      if (!(error instanceof HordeFailure) || !wantsKudos(error)) throw error;
      // Refused for certain, so that asking for less is no second request.
      if (!mayShrink) throw await tooDear(error, request, hordeKey, signal);
    }
    try {
      return await post(true);
    } catch (error) {
      if (error instanceof HordeFailure) throw await tooDear(error, request, hordeKey, signal);
      throw error;
    }
  }

  async function sendOnce(
    request: HordeRequest,
    mayShrink: boolean,
    hordeKey: HordeKey,
    context: EngineContext,
  ): Promise<Submission> {
    const { key } = hordeKey;
    context.signal.throwIfAborted();
    const sent = await send(request, mayShrink, hordeKey, context);
    const submission: Submission =
      'answer' in sent
        ? {
            id: await findLost(
              sent.activeBefore,
              request,
              key,
              context.signal,
              sent.answer === 'broken' ? brokenWords : lostWords,
            ),
            warnings: [],
            wasLost: true,
            downgraded: false,
          }
        : { ...sent, wasLost: false };
    own(submission.id);
    if (context.signal.reason === 'cancelled') {
      options.undo(submission.id);
      context.signal.throwIfAborted();
    }
    const { id, wasLost, downgraded } = submission;
    await context.saveExternalReference(
      writeReference({ state: 'submitted', id, wasLost, downgraded }),
    );
    return submission;
  }

  /**
   * @param request made only when something is sent or looked for
   * @param mayShrink the person allowed a smaller picture if kudos are short
   */
  return async function obtain(
    known: string | null,
    request: () => Promise<HordeRequest>,
    mayShrink: boolean,
    key: HordeKey,
    context: EngineContext,
  ): Promise<Submission> {
    const reference = readReference(known);
    if (reference.state === 'submitted') {
      own(reference.id);
      const { id, wasLost, downgraded } = reference;
      return { id, warnings: [], wasLost, downgraded };
    }
    const body = await request();
    context.signal.throwIfAborted();
    if (reference.state === 'submitting') {
      // Another key's account would not show it, and what it shows would not be ours.
      const before = reference.keyMark === keyMarkOf(key.key) ? reference.activeBefore : null;
      const id = await inTurn(key.key, () => findLost(before, body, key.key, context.signal));
      own(id);
      await context.saveExternalReference(
        writeReference({ state: 'submitted', id, wasLost: true, downgraded: false }),
      );
      return { id, warnings: [], wasLost: true, downgraded: false };
    }
    return inTurn(key.key, () => sendOnce(body, mayShrink, key, context));
  };
}
