import { expose } from 'comlink';
import { answerLocally } from '../../src/api/local.ts';
import { Poller, pollerLockName } from '../../src/jobs/poller/poller.ts';
import { pollAtOnce, pollerChannelName } from './contract.ts';
import type { PollerListener, PollerMessage, PollerWorker, PollTask } from './contract.ts';

/** A visible tab tells the other tabs so this often. When none has for twice as long, all count as hidden. */
const visibleBeatMs = 10_000;

const channel = new BroadcastChannel(pollerChannelName);
const stopped = new AbortController();
const listening = Promise.withResolvers<PollerListener>();
let isStarted = false;
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
    // A worker that was begun early looks before anybody listens.
    onQueueNeeded: () => void listening.promise.then((listener) => listener.onQueueNeeded()),
    onOutdated: () => void listening.promise.then((listener) => listener.onOutdated()),
  });
  say({ type: 'who-is-visible' });
  await poller.run();
}

function begin(): void {
  if (isStarted) return;
  isStarted = true;
  const locks = (navigator as { locks?: LockManager }).locks;
  // The lock is held until this worker ends; the next tab's worker then takes over.
  if (locks) void locks.request(pollerLockName, lead);
  else void lead();
}

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === pollAtOnce) begin();
});

function refresh(task: PollTask): void {
  // If this worker does not hold the lock, the one that does hears the message.
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
    // Never the proxy itself: a promise would take it for one of its own kind and wait for it.
    listening.resolve({
      onQueueNeeded: () => pageListener.onQueueNeeded(),
      onOutdated: () => pageListener.onOutdated(),
    });
    begin();
  },
  setVisible(visible) {
    const wasVisible = isVisible();
    isOwnTabVisible = visible;
    if (!visible) return;
    say({ type: 'visible' });
    if (!wasVisible) poller?.pokeAll();
  },
  refresh,
  async runQueue(ignoreNetworkWaits) {
    // Loaded on demand, because this only happens in browsers without a service worker.
    const { runQueue } = await import('../../src/jobs/engine/run.ts');
    return runQueue({ host: 'page', ignoreNetworkWaits });
  },
};

answerLocally('horde', async () => {
  const [{ findCommunityPlatform }, { learnModels }] = await Promise.all([
    import('../../src/community/platform.ts'),
    import('../../src/community/learn-models.ts'),
  ]);
  return findCommunityPlatform(learnModels);
});
answerLocally('device', async () => (await import('../../src/jobs/models-here.ts')).devicePlatform);
expose(api);
