import { setTimeout as sleep } from 'node:timers/promises';
import type { HordeClient } from './client.ts';
import { HordeFailure } from '../../../src/horde/failure.ts';
import type { HordePace } from './pace.ts';

const tries = 4;

const isGone = (error: unknown): boolean => error instanceof HordeFailure && error.status === 404;

/**
 * Cancels a request and sees to it: the answer tells the state from before the cancel, so it is asked for until
 * nothing waits and nothing is being made. A picture already being made is still finished there. Asking again
 * is harmless.
 */
export async function cancelRemote(
  client: Pick<HordeClient, 'cancel' | 'check'>,
  id: string,
  pace: HordePace,
  stop: AbortSignal,
): Promise<void> {
  const pause = (ms: number): Promise<unknown> =>
    sleep(ms, undefined, { ref: false, signal: stop }).catch(() => undefined);
  const until = performance.now() + pace.cancelMs;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    try {
      await client.cancel(id);
      while (performance.now() < until) {
        await pause(pace.checkMs);
        // What was asked for will be done; a stop need not wait to see it.
        if (stop.aborted) return;
        const state = await client.check(id);
        if (state.processing === 0 && state.waiting === 0) return;
        // The cancel was lost on its way.
        if (state.waiting > 0 && !state.done) break;
      }
    } catch (error) {
      if (isGone(error)) return;
    }
    await pause(pace.checkMs * attempt);
  }
}
