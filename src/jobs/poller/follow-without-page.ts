import { getSession, isSessionUsable } from '../../db/account/session.ts';
import { readQueueSummary } from '../../db/intents/queue-summary.ts';
import { followOnce } from './follow-jobs.ts';
import { withLock } from '../engine/lock.ts';
import { afterFailureMs } from './poll-intervals.ts';
import { pollerLockName } from './poller.ts';
import { WakeSignal } from './wake-signal.ts';
import type { QueueReport } from '../engine/types.ts';

/** A page that is just being closed still counts as open for a moment. */
const pageGraceMs = 2_000;
const pageGraceTimes = 3;
/** While this waits it holds the poller's lock, so that the page that opens meanwhile would wait as long. */
const lookForPageMs = 500;

/**
 * Watches running jobs where no page does: in the service worker, for as long as the browser lets it. Holds
 * the poller's lock, so that a page that opens meanwhile waits its turn instead of asking twice.
 */
export async function followWithoutPage(options: {
  untilMs: number;
  /** False while a page is open, whose poller does this better. */
  mayGoOn(): Promise<boolean>;
  /** Takes finished jobs on, and sends what has become due. */
  bringHome(): Promise<QueueReport>;
}): Promise<void> {
  const signal = AbortSignal.timeout(Math.max(0, options.untilMs - Date.now()));
  for (let times = 0; times < pageGraceTimes; times += 1) {
    if (await options.mayGoOn()) break;
    await new WakeSignal().wait(pageGraceMs, signal);
  }
  /** Ends when a page opens, too. */
  async function waitAlone(delayMs: number): Promise<void> {
    const untilMs = performance.now() + delayMs;
    let leftMs = delayMs;
    while (leftMs > 0 && !signal.aborted && (await options.mayGoOn())) {
      await new WakeSignal().wait(Math.min(leftMs, lookForPageMs), signal);
      leftMs = untilMs - performance.now();
    }
  }
  await withLock(pollerLockName, async () => {
    let failures = 0;
    while (!signal.aborted && (await options.mayGoOn())) {
      const summary = await readQueueSummary();
      if (summary.queued + summary.running === 0) return;
      const session = await getSession();
      if (!isSessionUsable(session)) return;
      try {
        const result = await followOnce({ session, visible: false, signal });
        failures = result.failure ? failures + 1 : 0;
        const report = await options.bringHome();
        if (report.networkFailed) return;
        const delays = [
          result.nextDelayMs,
          report.nextDueAtMs === null ? null : report.nextDueAtMs - Date.now(),
        ].filter((delay) => delay !== null);
        if (delays.length === 0) return;
        // A pause that the platform asked for counts for all calls.
        const askedMs = result.failure?.retryAfterMs ?? 0;
        const delayMs = Math.max(500, askedMs, Math.min(...delays));
        await waitAlone(failures > 0 ? afterFailureMs(delayMs, failures) : delayMs);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  });
}
