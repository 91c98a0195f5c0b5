import { readQueueSigns, watchQueueSigns } from '../db/watch.ts';
import type { QueueSigns } from '../db/watch.ts';
import type { QueueLook } from './types.ts';

export interface AlarmHosts {
  /** Asks the service worker to look; null when there is none or it does not answer. */
  wakeServiceWorker(ignoreNetworkWaits: boolean): Promise<QueueLook | null>;
  /** Looks from this page's own worker. */
  lookHere(ignoreNetworkWaits: boolean): Promise<QueueLook>;
  /** Asks the browser to wake the service worker when there is a network; does nothing where it can't. */
  registerSync(): Promise<void>;
  /** Tells what happens to the page; returns the way to stop. */
  watchPage(listener: (event: PageEvent) => void): () => void;
}

/** `opened`: back online, focused or visible again. `hidden`: it may be closed without another word. */
export type PageEvent = 'opened' | 'hidden';

/** When another host is at it, it may have finished looking just before the row came: look again. */
const busyRetryMs = 1_500;
/** A host that failed altogether (its database, its script) is not asked in a tight circle. */
const failedRetryMs = 15_000;
/** A host that the browser stops right after its write tells nobody of it. */
const rereadMs = 60_000;
/** Longer than any setTimeout of a sleeping laptop is worth; the timer is set anew each time. */
const timerMaxMs = 10 * 60_000;

/**
 * The page's alarm clocks: start, a new or changed intent, sign-in, `online`, focus, becoming visible, and a
 * timer at the next due time. Each only says "look at the queue"; looking too often is harmless.
 * @returns the way to stop them all, and `wake` for a person who does not want to wait
 */
export function startAlarm(hosts: AlarmHosts): { stop: () => void; wake: () => void } {
  let signs: QueueSigns | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLooking = false;
  /** Asked for while looking; the stronger wish wins. */
  let again: { ignoreNetworkWaits: boolean } | null = null;
  /** Somebody wants to sit out no waits for the network, and no host has heard of it yet. */
  let isWishOpen = false;
  let isStopped = false;

  const hasWork = () => signs === null || signs.queued > 0 || signs.nextDueAtMs !== null;

  async function look(ignoreNetworkWaits: boolean): Promise<void> {
    if (isStopped) return;
    if (isLooking) {
      again = { ignoreNetworkWaits: ignoreNetworkWaits || (again?.ignoreNetworkWaits ?? false) };
      return;
    }
    // Offline every attempt is lost, and a lost attempt cannot be cancelled on the device alone any more.
    if (!navigator.onLine) return;
    isLooking = true;
    clearTimeout(timer);
    let delayMs: number | null = null;
    const ignores = ignoreNetworkWaits || isWishOpen;
    isWishOpen = false;
    try {
      const result = (await hosts.wakeServiceWorker(ignores)) ?? (await hosts.lookHere(ignores));
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
      isLooking = false;
    }
    if (again) {
      const wish = again;
      again = null;
      await look(wish.ignoreNetworkWaits);
    } else if (delayMs !== null && !isStopped) {
      timer = setTimeout(() => void look(false), Math.min(delayMs, timerMaxMs));
    }
  }

  const onSigns = (next: QueueSigns) => {
    const before = signs;
    signs = next;
    const isNew =
      before === null ||
      next.userToken !== before.userToken ||
      next.queued > before.queued ||
      next.nextDueAtMs !== before.nextDueAtMs ||
      (before.paused && !next.paused);
    if (!isNew || (next.queued === 0 && next.nextDueAtMs === null)) return;
    // Also while online: the tab may be closed, or the line drop, before the row has left.
    void hosts.registerSync().catch(() => undefined);
    void look(false);
  };
  const onUnreadable = () => {
    // The database cannot be read; the page says so elsewhere.
  };
  const stopWatching = watchQueueSigns(onSigns, onUnreadable);
  const rereading = setInterval(() => {
    readQueueSigns().then(onSigns, onUnreadable);
  }, rereadMs);

  const stopWatchingPage = hosts.watchPage((event) => {
    if (event === 'opened') void look(true);
    else if (signs && signs.queued + signs.running > 0) {
      // From here on the service worker has to see it through.
      void hosts.registerSync().catch(() => undefined);
    }
  });
  void look(true);

  return {
    wake: () => void look(true),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(rereading);
      stopWatching();
      stopWatchingPage();
    },
  };
}
