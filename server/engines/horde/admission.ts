import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type EngineContext } from '../contract/engine.ts';
import type { Budget } from './budget.ts';
import {
  engineErrorOf,
  HordeFailure,
  HordeSilence,
  wantsKudos,
} from '../../../src/horde/failure.ts';
import type { HordePace } from './pace.ts';

/** Nobody knows whether it arrived: no answer, or a proxy's (`lost`), or the Horde's own breakdown (`broken`). */
export type Unanswered = 'lost' | 'broken';

/**
 * Sends what may not be sent twice, waiting politely as often as the Horde says "not now".
 * @returns the answer, or that there was none to be had
 * @throws EngineError for a refusal; `HordeFailure` where kudos are short, since a smaller request may pass
 */
export async function admit<Answer extends object>(
  post: () => Promise<Answer>,
  options: {
    budget: Budget;
    bucket: string;
    pace: HordePace;
    context: Pick<EngineContext, 'signal' | 'reportProgress'>;
    isOwnKey: boolean;
    /** It surely did not arrive, and may be sent once more or not at all. */
    onRefused: () => Promise<void>;
  },
): Promise<Answer | Unanswered> {
  const { budget, bucket, pace, context } = options;
  const until = performance.now() + pace.admissionMs;

  /** How long to wait before the same may be asked again; null when waiting does not help. */
  function patience(failure: HordeFailure, attempt: number): number | null {
    if (failure.rc === 'TimeoutIP') {
      // The whole address is shut out: nobody's submissions may leave meanwhile.
      budget.pause(bucket, pace.shutOutMs);
      return pace.shutOutMs;
    }
    if (failure.rc === 'MaintenanceMode') return pace.maintenancePauseMs;
    if (failure.status !== 429) return null;
    // With a code it is our own number of waiting pictures, which no window renews.
    return failure.retryAfterMs ?? Math.min(pace.busyPauseMaxMs, pace.busyPauseMs * 2 ** attempt);
  }

  for (let attempt = 0; ; attempt += 1) {
    if (budget.pausedFor(bucket) > 0) context.reportProgress({ phase: 'waiting' });
    try {
      return await post();
    } catch (error) {
      if (error instanceof HordeSilence) {
        if (error.sent) return 'lost';
        await options.onRefused();
        throw new EngineError('engine-unavailable', 'The AI Horde can’t be reached', {
          retryable: true,
          cause: error,
        });
      }
      if (!(error instanceof HordeFailure)) throw error;
      // What happened behind a front proxy's error, or before the Horde broke down, is not known.
      if (error.status >= 500) return error.isPlain ? 'lost' : 'broken';
      await options.onRefused();
      if (wantsKudos(error)) throw error;
      const pauseMs = patience(error, attempt);
      if (pauseMs === null || performance.now() + pauseMs > until) {
        throw engineErrorOf(error, options.isOwnKey);
      }
      context.reportProgress({ phase: 'waiting' });
      await sleep(pauseMs, undefined, { signal: context.signal });
    }
  }
}
