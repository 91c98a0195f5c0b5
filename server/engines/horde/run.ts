import { setTimeout as sleep } from 'node:timers/promises';
import { pictureCall } from '../contract/picture-call.ts';
import {
  EngineError,
  missingBy,
  type Engine,
  type EngineContext,
  type EngineJob,
} from '../contract/engine.ts';
import type { EngineOutput } from '../contract/engine.ts';
import type { CheckAnswer } from '../../../src/horde/answers.ts';
import type { ModelTraits } from '../../../src/horde/baselines.ts';
import type { Budget } from './budget.ts';
import { cancelRemote } from './cancel.ts';
import type { HordeClient } from './client.ts';
import { createCollector } from './collect.ts';
import { HordeFailure } from '../../../src/horde/failure.ts';
import type { PictureType } from '../../../src/horde/model-ids.ts';
import { isOver } from '../../../src/horde/results.ts';
import type { HordePace } from './pace.ts';
import { readReference, writeReference } from './reference.ts';
import { requestOf, type HordeRequest } from '../../../src/horde/request.ts';
import type * as Sources from './sources.ts';
import { createSubmitter, type HordeKey } from './submit.ts';

const ownedMax = 2_000;

const sourcesModule = new URL('./sources.ts', import.meta.url);
const prepareRedraw = pictureCall<typeof Sources.prepareRedraw>(sourcesModule, 'prepareRedraw');
const preparations = {
  Img2Img: prepareRedraw,
  Condition: prepareRedraw,
  Inpainting: pictureCall<typeof Sources.prepareInpainting>(sourcesModule, 'prepareInpainting'),
  Outpainting: pictureCall<typeof Sources.prepareOutpainting>(sourcesModule, 'prepareOutpainting'),
} as const;

/** The request of a job, its pictures made ready. */
export async function requestFor(
  job: EngineJob,
  { type, names: models, traits }: PictureTask,
  signal: AbortSignal,
): Promise<HordeRequest> {
  const prepare = type === 'Text2Img' ? null : preparations[type];
  // Before the picture is made ready: refused words cost less.
  requestOf({ job, type, models, traits, sources: null });
  const sources = prepare ? await prepare([job.sources, job.input, traits], signal) : null;
  return requestOf({ job, type, models, traits, sources });
}

/** What a job asks of the Horde. */
export interface PictureTask {
  type: PictureType;
  /** The Horde's own names of the models that may do it. */
  names: string[];
  traits: ModelTraits;
  /** Whether somebody serves one of them. */
  isServed: boolean;
}

/** How a request ended. */
interface End {
  /** Null: the Horde no longer has it. */
  answer: CheckAnswer | null;
  /** Whether it was ever heard of, and whether anybody ever worked on it. */
  wasHeard: boolean;
  wasWorkedOn: boolean;
}

/** Runs requests for pictures; one remote request for each job, whatever happens on the way. */
export function createPictureRunner(options: {
  client: HordeClient;
  budget: Budget;
  baseUrl: string;
  pace: HordePace;
  stop: AbortSignal;
  background: (work: Promise<unknown>) => void;
}) {
  const { client, pace, background } = options;
  const owned = new Set<string>();

  /** Ids stay known after their end: the Horde's list of active requests lags behind. */
  function own(id: string): void {
    owned.add(id);
    for (const oldest of owned) {
      if (owned.size <= ownedMax) break;
      owned.delete(oldest);
    }
  }

  const undo = (id: string): void => background(cancelRemote(client, id, pace, options.stop));
  const obtain = createSubmitter({ ...options, owned, own, undo });

  function createReport(context: EngineContext, outputs: number): (answer: CheckAnswer) => void {
    // Zero means either now or not counted yet. Before anybody works on it, it is the latter, and what was
    // known before still holds.
    let waitSeconds: number | undefined;
    let queuePosition: number | undefined;
    return (answer) => {
      const running = answer.processing > 0;
      if (running || answer.wait_time > 0) waitSeconds = Math.max(0, answer.wait_time);
      if (running || answer.queue_position > 0) {
        queuePosition = Math.max(0, Math.round(answer.queue_position));
      }
      context.reportProgress({
        phase: running || answer.done ? 'generating' : 'waiting',
        ...(waitSeconds !== undefined && { waitSeconds }),
        ...(queuePosition !== undefined && { queuePosition }),
        finished: Math.min(outputs, Math.max(0, answer.finished)),
        // Remembered for a minute there, and false after the end: worth a word, and no reason to give up.
        isPossible: answer.is_possible || running || answer.done,
      });
    };
  }

  /** Follows a request to its end. */
  async function follow(
    id: string,
    job: EngineJob,
    context: EngineContext,
    collect: () => Promise<void>,
  ): Promise<End> {
    const report = createReport(context, job.outputs);
    let heardMs = performance.now();
    let collectedMs = -Infinity;
    let finished = 0;
    let pauseMs = pace.checkMs;
    let wasHeard = false;
    let wasWorkedOn = false;
    for (;;) {
      try {
        const answer = await client.check(id, context.signal);
        heardMs = performance.now();
        wasHeard = true;
        wasWorkedOn ||= answer.processing + answer.finished + answer.restarted > 0;
        report(answer);
        if (isOver(answer)) return { answer, wasHeard, wasWorkedOn };
        // Pictures come home as they are finished: their addresses do not last.
        if (answer.finished > finished && performance.now() - collectedMs > pace.statusMs) {
          collectedMs = performance.now();
          await collect();
          finished = answer.finished;
        }
        const farOff = answer.processing === 0 && answer.wait_time > 60;
        pauseMs = farOff ? Math.min(pace.checkMaxMs, pauseMs * 1.5) : pace.checkMs;
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof EngineError) throw error;
        if (error instanceof HordeFailure && error.status === 404) {
          return { answer: null, wasHeard, wasWorkedOn };
        }
        // One bad poll never fails a job.
        if (performance.now() - heardMs > pace.silenceMs) {
          throw new EngineError(
            'engine-unavailable',
            'The AI Horde has not answered for a long time',
            { retryable: true, cause: error },
          );
        }
        const asked = error instanceof HordeFailure ? error.retryAfterMs : null;
        pauseMs = Math.max(asked ?? 0, Math.min(pace.checkMaxMs * 3, pauseMs * 2));
      }
      await sleep(pauseMs, undefined, { signal: context.signal });
    }
  }

  function gone({ wasHeard, wasWorkedOn }: End): EngineError {
    return wasHeard && !wasWorkedOn
      ? new EngineError(
          'engine-unavailable',
          'No worker of the AI Horde took this before its time was over. Nothing was charged; another model or a smaller size may find one sooner',
          { retryable: false },
        )
      : new EngineError('result-gone', 'The AI Horde no longer has this request', {
          retryable: false,
        });
  }

  async function emptyHanded(
    collector: ReturnType<typeof createCollector>,
    context: EngineContext,
  ): Promise<EngineError> {
    if (collector.censored() > 0) {
      return new EngineError('nsfw-content', 'The AI Horde withheld the picture', {
        retryable: false,
      });
    }
    const damaged = collector.failure();
    if (damaged) return damaged;
    // That request is over for good: another attempt may send a new one.
    await context.saveExternalReference(writeReference({ state: 'none' }));
    return new EngineError('engine-failed', 'The workers of the AI Horde failed', {
      retryable: true,
    });
  }

  return async function run(
    job: EngineJob,
    task: PictureTask,
    key: HordeKey,
    context: EngineContext,
  ): Promise<EngineOutput[]> {
    if (readReference(job.externalReference).state === 'none' && !task.isServed) {
      throw new EngineError(
        'engine-unavailable',
        'Nobody on the AI Horde serves this model right now',
        { retryable: true },
      );
    }
    context.reportProgress({ phase: 'preparing' });
    const submission = await obtain(
      job.externalReference,
      () => requestFor(job, task, context.signal),
      job,
      key,
      context,
    );
    const collector = createCollector({ ...options, submission, job, signal: context.signal });
    try {
      const end = await follow(submission.id, job, context, () => collector.collect());
      context.reportProgress({ phase: 'finishing' });
      const isThere = end.answer !== null && (await collector.collectFinally());
      const outputs = collector.outputs();
      if (outputs.length > 0) {
        const missing = collector.censored() > 0 ? 'nsfw-content' : missingBy(collector.failure());
        if (outputs.length < job.outputs) context.reportProgress({ phase: 'finishing', missing });
        return outputs;
      }
      throw isThere ? await emptyHanded(collector, context) : gone(end);
    } finally {
      if (context.signal.reason === 'cancelled') undo(submission.id);
    }
  };
}

/** A shutdown lets a submission on its way be recorded; any other abort rejects at once. */
export async function unlessCancelled(
  running: ReturnType<Engine['run']>,
  signal: AbortSignal,
): ReturnType<Engine['run']> {
  const { promise: hurry, resolve } = Promise.withResolvers<void>();
  const abort = (): void => {
    if (signal.reason !== 'shutdown') resolve();
  };
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([
      running,
      hurry.then((): never => {
        signal.throwIfAborted();
        throw new Error('not aborted');
      }),
    ]);
  } catch (error) {
    // Whatever an abort interrupted, the reason is what the platform waits for.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
