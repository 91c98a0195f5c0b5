import { readQueueSummary, watchQueueSummary } from '../../db/intents/queue-summary.ts';
import type { QueueSummary } from '../../db/intents/queue-summary.ts';
import type { QueueReport } from './types.ts';

export interface AlarmHosts {
  /** Asks the service worker to run the queue; null when there is none or it does not answer. */
  wakeServiceWorker(ignoreNetworkWaits: boolean): Promise<QueueReport | null>;
  /** Runs the queue in this page's own worker. */
  runHere(ignoreNetworkWaits: boolean): Promise<QueueReport>;
  /** Asks the browser to wake the service worker when there is a network; does nothing where it can't. */
  registerSync(): Promise<void>;
  /** Tells what happens to the page; returns the way to stop. */
  watchPage(listener: (event: PageEvent) => void): () => void;
}

/** `opened`: back online, focused or visible again. `hidden`: it may be closed without another word. */
export type PageEvent = 'opened' | 'hidden';

/** When another host holds the lock, it may have read the rows just before the new one was written: ask again. */
const busyRetryMs = 1_500;
/** How long to wait after a host failed altogether (its database, its script), so that it is not asked in a loop. */
const failedRetryMs = 15_000;
/** The rows are checked this often anyway, because a host that the browser stops after a write announces nothing. */
const rereadMs = 60_000;
/** The longest timer. A sleeping laptop delays timers, so a long wait is cut into pieces and set again. */
const timerMaxMs = 10 * 60_000;

/**
 * The page's alarm clocks: start, a new or changed intent, sign-in, `online`, focus, becoming visible, and a
 * timer at the next due time. Each only runs the queue; running it too often is harmless.
 * @returns the way to stop them all, and `wake` for a person who does not want to wait
 */
export function startAlarm(hosts: AlarmHosts): { stop: () => void; wake: () => void } {
  let summary: QueueSummary | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  /** Asked for while it runs; the stronger wish wins. */
  let again: { ignoreNetworkWaits: boolean } | null = null;
  /** Somebody wants to sit out no waits for the network, and no host has heard of it yet. */
  let isWishOpen = false;
  let isStopped = false;

  const hasWork = () => summary === null || summary.queued > 0 || summary.nextDueAtMs !== null;

  async function run(ignoreNetworkWaits: boolean): Promise<void> {
    if (isStopped) return;
    if (isRunning) {
      again = { ignoreNetworkWaits: ignoreNetworkWaits || (again?.ignoreNetworkWaits ?? false) };
      return;
    }
    // An attempt while offline is sure to fail, and after it the request cannot be cancelled on the device alone.
    if (!navigator.onLine) return;
    isRunning = true;
    clearTimeout(timer);
    let delayMs: number | null = null;
    const ignores = ignoreNetworkWaits || isWishOpen;
    isWishOpen = false;
    try {
      const result = (await hosts.wakeServiceWorker(ignores)) ?? (await hosts.runHere(ignores));
      if (!result.ran) {
        delayMs = hasWork() ? busyRetryMs : null;
        isWishOpen = ignores;
      } else if (result.nextDueAtMs !== null) {
        delayMs = Math.max(250, result.nextDueAtMs - Date.now());
      }
    } catch {
      delayMs = failedRetryMs;
      isWishOpen = ignores;
    } finally {
      isRunning = false;
    }
    if (again) {
      const wish = again;
      again = null;
      await run(wish.ignoreNetworkWaits);
    } else if (delayMs !== null && !isStopped) {
      timer = setTimeout(() => void run(false), Math.min(delayMs, timerMaxMs));
    }
  }

  const onSummary = (next: QueueSummary) => {
    const before = summary;
    summary = next;
    // What stopped for want of a sign-in counts as queued only after a run has put it back.
    const isSignIn =
      before !== null && next.userToken !== before.userToken && next.userToken !== null;
    const isNew =
      before === null ||
      isSignIn ||
      next.queued > before.queued ||
      next.nextDueAtMs !== before.nextDueAtMs ||
      (before.paused && !next.paused);
    if (!isNew || (!isSignIn && next.queued === 0 && next.nextDueAtMs === null)) return;
    // This is done while online, too: the tab may be closed, or the network lost, before the row is sent.
    void hosts.registerSync().catch(() => undefined);
    void run(false);
  };
  const onUnreadable = () => {
    // The database cannot be read; the page says so elsewhere.
  };
  const stopWatching = watchQueueSummary(onSummary, onUnreadable);
  const rereading = setInterval(() => {
    readQueueSummary().then(onSummary, onUnreadable);
  }, rereadMs);

  const stopWatchingPage = hosts.watchPage((event) => {
    if (event === 'opened') void run(true);
    else if (summary && summary.queued + summary.running > 0) {
      // The page may be closed now, so the service worker has to finish the work.
      void hosts.registerSync().catch(() => undefined);
    }
  });
  void run(true);

  return {
    wake: () => void run(true),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(rereading);
      stopWatching();
      stopWatchingPage();
    },
  };
}
