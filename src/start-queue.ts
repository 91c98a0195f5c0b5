import { checkForUpdate } from '../sw/client-updates.ts';
import { registerQueueSync, wakeQueue } from '../sw/client.ts';
import { startPoller } from '../workers/poller/client.ts';
import type { PollerClient } from '../workers/poller/client.ts';
import { answerLocally } from './api/local.ts';
import { getCommunity } from './db/community.ts';
import { configure } from './configure.ts';
import { startAlarm } from './jobs/alarm.ts';
import { keepBadge } from './jobs/badge.ts';

export interface QueueHandle {
  /** Looks at the queue now instead of at its next alarm. */
  wake(): void;
  /** Have the platform asked now; see `PollerClient`. */
  refresh: PollerClient['refresh'];
  stop(): void;
}

/** An outdated page hears it with each call; the newer build may take a while to be there. */
const outdatedCheckMs = 30_000;

/**
 * Starts what keeps this page's requests moving: the poller and the alarm clocks of the queue.
 * @param registered settles once it is known whether there is a service worker
 */
export async function startQueue(registered: Promise<unknown>): Promise<QueueHandle> {
  await Promise.all([configure(), registered]);
  answerLocally(async () =>
    (await getCommunity())
      ? (await import('./community/platform.ts')).findCommunityPlatform()
      : null,
  );
  let wake: (() => void) | null = null;
  const poller = startPoller({
    onQueueNeeded: () => wake?.(),
    onOutdated: () => void checkForUpdate(outdatedCheckMs),
  });
  const alarm = startAlarm({
    wakeServiceWorker: wakeQueue,
    lookHere: (ignoreNetworkWaits) => poller.runQueue(ignoreNetworkWaits),
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
