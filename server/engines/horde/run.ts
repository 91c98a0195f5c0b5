import { setTimeout as sleep } from 'node:timers/promises';
import {
  EngineError,
  type Engine,
  type EngineContext,
  type EngineJob,
  type EngineOutput,
} from '../engine.ts';
import type { CheckAnswer } from './answers.ts';
import type { HordeClient } from './client.ts';
import { createCollector } from './collect.ts';
import { HordeFailure } from './failure.ts';
import { hordeModelName } from './models.ts';
import { writeReference } from './reference.ts';
import { requestOf } from './request.ts';
import { cancelRemote, createSubmitter } from './submit.ts';

/** Every pause in one place; the defaults suit the public Horde's limits. */
export interface HordePace {
  checkMs: number;
  checkMaxMs: number;
  /** Between status calls of one request: 10 a minute are allowed. */
  statusMs: number;
  /** How long to keep asking for admission when the Horde is busy. */
  admissionMs: number;
  busyPauseMs: number;
  busyPauseMaxMs: number;
  findLostMs: number;
  findLostStepMs: number;
  /** Without any answer for this long, the platform is told. A request lives 20 minutes. */
  silenceMs: number;
}

const publicPace: HordePace = {
  checkMs: 2_000,
  checkMaxMs: 10_000,
  statusMs: 6_100,
  admissionMs: 10 * 60_000,
  busyPauseMs: 5_000,
  busyPauseMaxMs: 120_000,
  findLostMs: 40_000,
  findLostStepMs: 5_000,
  silenceMs: 15 * 60_000,
};

const ownedMax = 2_000;

/** `done` alone may come while a picture is still being made, or with nothing made. */
function isOver(answer: CheckAnswer): boolean {
  return answer.faulted || (answer.done && answer.processing === 0 && answer.waiting === 0);
}

export function createHordeRunner(options: {
  client: HordeClient;
  baseUrl: string;
  isServed(name: string): boolean;
  log?: { warn(fields: object, message: string): void } | undefined;
  pace?: Partial<HordePace> | undefined;
}): { run: Engine['run']; settle(): Promise<void> } {
  const { client, baseUrl } = options;
  const pace = { ...publicPace, ...options.pace };
  const owned = new Set<string>();
  const background = new Set<Promise<unknown>>();

  function keep(work: Promise<unknown>): void {
    const quiet = work.catch(() => undefined).finally(() => background.delete(quiet));
    background.add(quiet);
  }

  /** Ids stay known after their end: the Horde's list of active requests lags behind. */
  function own(id: string): void {
    owned.add(id);
    for (const oldest of owned) {
      if (owned.size <= ownedMax) break;
      owned.delete(oldest);
    }
  }

  const obtain = createSubmitter({ client, pace, owned, own, background: keep });

  function report(context: EngineContext, answer: CheckAnswer, outputs: number): void {
    const running = answer.processing > 0 || answer.finished > 0;
    context.reportProgress({
      phase: running ? 'generating' : 'waiting',
      waitSeconds: Math.max(0, answer.wait_time),
      queuePosition: Math.max(0, Math.round(answer.queue_position)),
      finished: Math.min(outputs, answer.finished),
    });
  }

  /** Follows a request to its end; null when it is gone. */
  async function follow(
    id: string,
    job: EngineJob,
    context: EngineContext,
    collect: (final: boolean) => Promise<void>,
  ): Promise<CheckAnswer | null> {
    let heardMs = performance.now();
    let collectedMs = performance.now();
    let finished = 0;
    let pauseMs = pace.checkMs;
    for (;;) {
      try {
        const answer = await client.check(id, context.signal);
        heardMs = performance.now();
        report(context, answer, job.outputs);
        if (isOver(answer)) return answer;
        // Pictures come home as they are finished: their addresses do not last.
        if (answer.finished > finished && performance.now() - collectedMs > pace.statusMs) {
          finished = answer.finished;
          collectedMs = performance.now();
          await collect(false);
        }
        const farOff = answer.processing === 0 && answer.wait_time > 60;
        pauseMs = farOff ? Math.min(pace.checkMaxMs, pauseMs * 1.5) : pace.checkMs;
      } catch (error) {
        context.signal.throwIfAborted();
        if (error instanceof HordeFailure && error.status === 404) return null;
        // One bad poll never fails a job.
        if (performance.now() - heardMs > pace.silenceMs) {
          throw new EngineError(
            'engine-unavailable',
            'The AI Horde has not answered for a long time',
            {
              retryable: true,
              cause: error,
            },
          );
        }
        const asked = error instanceof HordeFailure ? error.retryAfterMs : null;
        pauseMs = Math.max(asked ?? 0, Math.min(pace.checkMaxMs * 3, pauseMs * 2));
      }
      await sleep(pauseMs, undefined, { signal: context.signal });
    }
  }

  async function work(job: EngineJob, context: EngineContext): Promise<EngineOutput[]> {
    const name = hordeModelName(job.model);
    if (name === null)
      throw new EngineError('not-found', `No model "${job.model}"`, { retryable: false });
    if (!job.externalReference && !options.isServed(name)) {
      throw new EngineError(
        'engine-unavailable',
        'Nobody on the AI Horde serves this model right now',
        {
          retryable: true,
        },
      );
    }
    context.reportProgress({ phase: 'preparing' });
    const { id, warnings } = await obtain(job, () => requestOf(job, name), context);
    const collector = createCollector({
      client,
      baseUrl,
      id,
      job,
      warnings,
      signal: context.signal,
    });
    try {
      const end = await follow(id, job, context, collector.collect);
      context.reportProgress({ phase: 'finishing' });
      if (end) await collector.collectFinally(pace);
      const outputs = collector.outputs();
      if (outputs.length > 0) return outputs;
      if (!end) {
        throw new EngineError('result-gone', 'The AI Horde no longer has this request', {
          retryable: false,
        });
      }
      throw await emptyHanded(collector, context);
    } finally {
      if (context.signal.reason === 'cancelled') keep(cancelRemote(client, id));
    }
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

  return {
    run(job, context) {
      const running = work(job, context);
      // On cancel the caller hears at once; what must still be undone goes on behind.
      keep(running);
      return unlessCancelled(running, context.signal);
    },
    async settle() {
      await Promise.race([Promise.all(background), sleep(10_000, undefined, { ref: false })]);
    },
  };
}

/** A shutdown lets a submission on its way be recorded; any other abort rejects at once. */
async function unlessCancelled<Value>(
  running: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
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
