import { expose } from 'comlink';
import { answerLocally } from '../../src/api/local.ts';
import { getCommunity } from '../../src/db/community.ts';
import { Poller, pollerLockName } from '../../src/jobs/poller.ts';
import { runQueue } from '../../src/jobs/run.ts';
import { pollerChannelName } from './contract.ts';
import type { PollerListener, PollerMessage, PollerWorker, PollTask } from './contract.ts';

/** A visible tab says so this often; silence for twice as long counts as hidden. */
const visibleBeatMs = 10_000;

const channel = new BroadcastChannel(pollerChannelName);
const stopped = new AbortController();
let listener: PollerListener | null = null;
let poller: Poller | null = null;
let isOwnTabVisible = false;
let seenVisibleAtMs = -Infinity;

function say(message: PollerMessage): void {
  channel.postMessage(message);
}

function isVisible(): boolean {
  return isOwnTabVisible || Date.now() - seenVisibleAtMs < 2 * visibleBeatMs;
}

async function lead(): Promise<void> {
  poller = new Poller({
    signal: stopped.signal,
    isVisible,
    onQueueNeeded: () => listener?.onQueueNeeded(),
    onOutdated: () => listener?.onOutdated(),
  });
  say({ type: 'who-is-visible' });
  await poller.run();
}

function refresh(task: PollTask): void {
  // Whoever leads does it.
  poller?.poke(task);
  say({ type: 'refresh', task });
}

channel.addEventListener('message', (event: MessageEvent<PollerMessage>) => {
  const message = event.data;
  if (message.type === 'refresh') poller?.poke(message.task);
  else if (message.type === 'who-is-visible') {
    if (isOwnTabVisible) say({ type: 'visible' });
  } else {
    const wasVisible = isVisible();
    seenVisibleAtMs = Date.now();
    if (!wasVisible) poller?.pokeAll();
  }
});

setInterval(() => {
  if (isOwnTabVisible) say({ type: 'visible' });
}, visibleBeatMs);

addEventListener('online', () => poller?.pokeAll());

const api: PollerWorker = {
  start(pageListener) {
    listener = pageListener;
    const locks = (navigator as { locks?: LockManager }).locks;
    // The lock is held until this worker ends; the next tab's worker then takes over.
    if (locks) void locks.request(pollerLockName, lead);
    else void lead();
  },
  setVisible(visible) {
    const wasVisible = isVisible();
    isOwnTabVisible = visible;
    if (!visible) return;
    say({ type: 'visible' });
    if (!wasVisible) poller?.pokeAll();
  },
  refresh,
  runQueue: (ignoreNetworkWaits) => runQueue({ host: 'page', ignoreNetworkWaits }),
};

answerLocally(async () =>
  (await getCommunity())
    ? (await import('../../src/community/platform.ts')).findCommunityPlatform()
    : null,
);
expose(api);
