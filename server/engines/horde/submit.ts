import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type EngineContext, type EngineJob } from '../contract/engine.ts';
import { admit, type Unanswered } from './admission.ts';
import type { Budget } from './budget.ts';
import { isAnonymous, submitBucket, type HordeClient } from './client.ts';
import { costInWords, HordeFailure, kudosError, wantsKudos } from '../../../src/horde/failure.ts';
import type { HordePace } from './pace.ts';
import { createMark, keyMarkOf, readReference, writeReference } from './reference.ts';
import { seedRangeOf, type HordeRequest } from '../../../src/horde/request.ts';
import { isOver, mayBeOurs, type SeedRange } from '../../../src/horde/results.ts';
import { createSubmissionTurns } from './turns.ts';

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

/** What a submission is about. */
interface Wish {
  request: HordeRequest;
  /** The person allowed a smaller picture if kudos are short. */
  mayShrink: boolean;
  identity: SeedRange;
}

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
}) {
  const { client, pace, owned, own } = options;
  const turns = createSubmissionTurns(3 * pace.findLostMs);

  /**
   * Which of several requests is this job's: their pictures tell by their seeds, once there are any.
   * @returns null when none of them is
   */
  async function identify(
    candidates: readonly string[],
    identity: SeedRange,
    context: EngineContext,
  ): Promise<string | null> {
    const { signal } = context;
    const left = new Set(candidates);
    let heardMs = performance.now();
    let pauseMs = pace.checkMs;
    context.reportProgress({ phase: 'waiting' });
    while (left.size > 0) {
      for (const id of left) {
        if (owned.has(id)) {
          left.delete(id);
          continue;
        }
        try {
          const state = await client.check(id, signal);
          heardMs = performance.now();
          if (state.finished === 0 && !isOver(state)) continue;
          const { generations } = await client.status(id, signal);
          const seeds = generations.flatMap(({ seed }) => seed ?? []);
          if (seeds.some((seed) => mayBeOurs(String(seed), identity))) return id;
          left.delete(id);
        } catch (error) {
          signal.throwIfAborted();
          if (error instanceof HordeFailure && error.status === 404) left.delete(id);
          else if (performance.now() - heardMs > pace.silenceMs) {
            throw new EngineError(
              'engine-unavailable',
              'The AI Horde has not answered for a long time',
              { retryable: true, cause: error },
            );
          }
        }
      }
      await sleep(pauseMs, undefined, { signal });
      pauseMs = Math.min(pace.checkMaxMs, pauseMs * 1.5);
    }
    return null;
  }

  /** The Horde caches an account for 30 s, so a new request shows late. */
  async function findLost(
    before: string[] | null,
    { request, identity }: Wish,
    key: string,
    context: EngineContext,
    { words = lostWords, isSureAlone = true } = {},
  ): Promise<string> {
    const { signal } = context;
    const lost = new EngineError('engine-failed', words, { retryable: false });
    turns.lose(key);
    if (isAnonymous(key) || before === null) throw lost;
    const found = await turns.look(key, signal, async () => {
      const until = performance.now() + pace.findLostMs;
      const fitting = new Set<string>();
      do {
        await sleep(pace.findLostStepMs, undefined, { signal });
        const active = await client.activeRequests(key, signal).catch(() => null);
        signal.throwIfAborted();
        for (const id of active ?? []) {
          if (before.includes(id) || owned.has(id) || fitting.has(id)) continue;
          const state = await client.check(id, signal).catch(() => null);
          const isAsMany =
            state && state.finished + state.processing + state.waiting === request.params.n;
          if (isAsMany) fitting.add(id);
        }
        const [only] = fitting;
        if (only !== undefined && fitting.size === 1 && isSureAlone && turns.lostLately(key) === 1)
          return { only };
      } while (performance.now() < until);
      return { fitting: [...fitting] };
    });
    // Several were lost together, or somebody else sends with this key: nobody may take another's.
    const id = found.only ?? (await identify(found.fitting, identity, context));
    if (id === null || owned.has(id)) throw lost;
    own(id);
    return id;
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
    { request, mayShrink, identity }: Wish,
    hordeKey: HordeKey,
    context: EngineContext,
  ): Promise<Sent | { answer: Unanswered; activeBefore: string[] | null }> {
    const { key, isOwn } = hordeKey;
    const { signal } = context;
    const mark = createMark(context);
    let activeBefore: string[] | null = null;
    async function post(downgraded: boolean): ReturnType<typeof send> {
      const body = downgraded ? { ...request, allow_downgrade: true } : request;
      const fly = async (): Promise<{ id: string; warnings: string[] }> => {
        // What was there long ago would make too much look new.
        activeBefore = await client.activeRequests(key, signal).catch(() => null);
        signal.throwIfAborted();
        const before = (): Promise<void> => mark.set(activeBefore, key);
        const accepted = await client.submit(body, key, { signal, before });
        // Before this turn ends, or whoever looks for a lost one might take it for theirs.
        own(accepted.id);
        return accepted;
      };
      const attempt = async (): Promise<{ id: string; warnings: string[] }> => {
        // A long pause is no reason to let others wait for this one to land.
        await sleep(options.budget.pausedFor(submitBucket), undefined, { signal });
        return turns.fly(key, identity, signal, fly);
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
    wish: Wish,
    hordeKey: HordeKey,
    context: EngineContext,
  ): Promise<Submission> {
    const { key } = hordeKey;
    context.signal.throwIfAborted();
    const sent = await send(wish, hordeKey, context);
    const submission: Submission =
      'answer' in sent
        ? {
            id: await findLost(sent.activeBefore, wish, key, context, {
              words: sent.answer === 'broken' ? brokenWords : lostWords,
            }),
            warnings: [],
            wasLost: true,
            downgraded: false,
          }
        : { ...sent, wasLost: false };
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
   * @param job whose pictures they are to be
   */
  return async function obtain(
    known: string | null,
    request: () => Promise<HordeRequest>,
    job: EngineJob,
    key: HordeKey,
    context: EngineContext,
  ): Promise<Submission> {
    const reference = readReference(known);
    if (reference.state === 'submitted') {
      own(reference.id);
      const { id, wasLost, downgraded } = reference;
      return { id, warnings: [], wasLost, downgraded };
    }
    const wish: Wish = {
      request: await request(),
      mayShrink: job.input['allow_downgrade'] === true,
      identity: seedRangeOf(job),
    };
    context.signal.throwIfAborted();
    if (reference.state === 'submitting') {
      // Another key's account would not show it, and what it shows would not be ours.
      const before = reference.keyMark === keyMarkOf(key.key) ? reference.activeBefore : null;
      // Others that the same end left behind may not have come back yet.
      const id = await findLost(before, wish, key.key, context, { isSureAlone: false });
      await context.saveExternalReference(
        writeReference({ state: 'submitted', id, wasLost: true, downgraded: false }),
      );
      return { id, warnings: [], wasLost: true, downgraded: false };
    }
    return sendOnce(wish, key, context);
  };
}
