import { checkForUpdate } from '../sw/client-updates.ts';
import { registerQueueSync, registerServiceWorker, wakeQueue } from '../sw/client.ts';
import { startPoller } from '../workers/poller/client.ts';
import type { PollerClient } from '../workers/poller/client.ts';
import { answerLocally } from './api/local.ts';
import { configure } from './configure.ts';
import { startAlarm } from './jobs/engine/alarm.ts';
import { keepBadge } from './jobs/notifications/badge.ts';
import { watchSetting } from './live/watch-setting.ts';

export interface QueueHandle {
  /** Runs the queue now instead of at its next alarm. */
  wake(): void;
  /** Have the platform asked now; see `PollerClient`. */
  refresh: PollerClient['refresh'];
  stop(): void;
}

/** An outdated page hears it with each call; the newer build may take a while to be there. */
const outdatedCheckMs = 30_000;

/** So long the queue waits to learn whether there is a service worker that it can wake. */
const registeredWithinMs = 3_000;

/** Registers the service worker that this device needs, and the other one when that changes. */
function keepServiceWorker(): Promise<unknown> {
  return new Promise((resolve) => {
    let known: boolean | null = null;
    watchSetting('hordeUrl', (hordeUrl) => {
      const asksHorde = hordeUrl !== null;
      if (asksHorde === known) return;
      known = asksHorde;
      // Without one (private windows, a policy) the page carries the queue alone.
      resolve(registerServiceWorker(asksHorde).catch(() => false));
    });
  });
}

/** Starts what keeps this page's requests moving: service worker, poller and the alarm clocks of the queue. */
export async function startQueue(): Promise<QueueHandle> {
  await configure();
  const registered = keepServiceWorker();
  answerLocally('horde', async () =>
    (await import('./community/platform.ts')).findCommunityPlatform(null, async (parts) =>
      (await import('./community/network.ts')).networkAnswers(parts),
    ),
  );
  let wake: (() => void) | null = null;
  const poller = startPoller({
    onQueueNeeded: () => wake?.(),
    onOutdated: () => void checkForUpdate(outdatedCheckMs),
  });
  // The poller asks for the models at once; only the alarm has to know who can be woken. Chromium may leave a
  // registration without an end, as after a full disk: the page then carries the queue alone.
  await Promise.race([
    registered,
    new Promise((resolve) => setTimeout(resolve, registeredWithinMs)),
  ]);
  const alarm = startAlarm({
    wakeServiceWorker: wakeQueue,
    runHere: (ignoreNetworkWaits) => poller.runQueue(ignoreNetworkWaits),
    registerSync: registerQueueSync,
    watchPage(listener) {
      const onOpened = () => {
        listener('opened');
        // What other devices did meanwhile.
        poller.refresh('works');
      };
      const onVisibilityChange = () => {
        listener(document.visibilityState === 'visible' ? 'opened' : 'hidden');
      };
      addEventListener('online', onOpened);
      addEventListener('focus', onOpened);
      document.addEventListener('visibilitychange', onVisibilityChange);
      return () => {
        removeEventListener('online', onOpened);
        removeEventListener('focus', onOpened);
        document.removeEventListener('visibilitychange', onVisibilityChange);
      };
    },
  });
  wake = alarm.wake;
  watchSetting('deviceModels', (models) => {
    if (models.length === 0) return;
    void import('./start-making.ts').then(({ startMaking }) =>
      startMaking(() => poller.refresh('models'), alarm.wake),
    );
  });
  const dropBadge = keepBadge();
  return {
    wake: alarm.wake,
    refresh: (task) => {
      poller.refresh(task);
    },
    stop() {
      dropBadge();
      alarm.stop();
      poller.stop();
    },
  };
}
