import { getSession, isSessionUsable } from '../db/session.ts';
import { readQueueSigns } from '../db/watch.ts';
import { followOnce } from './follow.ts';
import { withLock } from './lock.ts';
import { afterFailureMs } from './pace.ts';
import { pollerLockName } from './poller.ts';
import { Pulse } from './pulse.ts';
import type { QueueLook } from './types.ts';

/** A page that is just being closed still counts as open for a moment. */
const pageGraceMs = 2_000;
const pageGraceTimes = 3;

/**
 * Watches running jobs where no page does: in the service worker, for as long as the browser lets it. Holds
 * the poller's lock, so that a page that opens meanwhile waits its turn instead of asking twice.
 */
export async function followAlone(options: {
  untilMs: number;
  /** False while a page is open, whose poller does this better. */
  mayGoOn(): Promise<boolean>;
  /** Takes finished jobs on, and sends what has become due. */
  bringHome(): Promise<QueueLook>;
}): Promise<void> {
  const signal = AbortSignal.timeout(Math.max(0, options.untilMs - Date.now()));
  for (let times = 0; times < pageGraceTimes; times += 1) {
    if (await options.mayGoOn()) break;
    await new Pulse().wait(pageGraceMs, signal);
  }
  await withLock(pollerLockName, async () => {
    let failures = 0;
    while (!signal.aborted && (await options.mayGoOn())) {
      const signs = await readQueueSigns();
      if (signs.queued + signs.running === 0) return;
      const session = await getSession();
      if (!isSessionUsable(session)) return;
      try {
        const result = await followOnce({ session, visible: false, signal });
        failures = result.failure ? failures + 1 : 0;
        const look = await options.bringHome();
        if (look.networkFailed) return;
        const delays = [
          result.nextDelayMs,
          look.nextDueAtMs === null ? null : look.nextDueAtMs - Date.now(),
        ].filter((delay) => delay !== null);
        if (delays.length === 0) return;
        // A pause that the platform asked for counts for all calls.
        const askedMs = result.failure?.retryAfterMs ?? 0;
        const delayMs = Math.max(500, askedMs, Math.min(...delays));
        await new Pulse().wait(failures > 0 ? afterFailureMs(delayMs, failures) : delayMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  });
}
