import { proxy, wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { PollerListener, PollerWorker, PollTask, QueueReport } from './contract.ts';

export interface PollerClient {
  /** Has the leading poller look now, e.g. at the balance after a sign-in. */
  refresh(task: PollTask): void;
  /** Runs the queue from this page. @throws when the worker died; ask again later */
  runQueue(ignoreNetworkWaits: boolean): Promise<QueueReport>;
  stop(): void;
}

const restartAfterMs = 2_000;
const restartAfterMaxMs = 60_000;
/** A tab that nobody has looked at for this long leaves the polling to others, or to nobody. */
const idleStopMs = 10 * 60_000;

/** A running worker, and the promise that settles when it dies. */
interface Running {
  worker: Worker;
  remote: Remote<PollerWorker>;
  died: Promise<never>;
}

/**
 * Starts this page's poller worker and keeps it alive: restarts it when it dies, tells it whether the page is
 * visible, stops it after a long time out of sight and starts it again.
 */
export function startPoller(listener: PollerListener): PollerClient {
  let running: Running | null = null;
  let isStopped = false;
  let restarts = 0;
  let pendingCalls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start(): Running {
    if (running) return running;
    const worker = new Worker(new URL('./poller.worker.ts', import.meta.url), {
      type: 'module',
      name: 'kiln-poller',
    });
    const died = new Promise<never>((_resolve, reject) => {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(`The poller ended: ${event.message || 'it could not be loaded'}`));
        if (running?.worker === worker) restartLater();
      });
    });
    // Whoever waits for a call sees it; without a call nobody has to.
    died.catch(() => undefined);
    const remote = wrap<PollerWorker>(worker);
    const started: Running = { worker, remote, died };
    running = started;
    void call(started, () => remote.start(proxy(listener))).catch(() => undefined);
    tellVisibility();
    return started;
  }

  /** Comlink never settles a call whose worker is gone. */
  function call<Result>(on: Running, ask: () => Promise<Result>): Promise<Result> {
    return Promise.race([ask(), on.died]);
  }

  function end(): void {
    running?.worker.terminate();
    running = null;
  }

  function restartLater(): void {
    end();
    const delayMs = Math.min(restartAfterMaxMs, restartAfterMs * 2 ** restarts);
    restarts += 1;
    setTimeout(() => {
      if (!isStopped && !running) start();
    }, delayMs);
  }

  function tellVisibility(): void {
    if (!running) return;
    const { remote } = running;
    const visible = document.visibilityState === 'visible';
    void call(running, () => remote.setVisible(visible)).catch(() => undefined);
  }

  const onVisibilityChange = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') {
      start();
      tellVisibility();
      return;
    }
    tellVisibility();
    timer = setTimeout(() => {
      if (pendingCalls === 0) end();
    }, idleStopMs);
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  start();

  return {
    refresh(task) {
      const on = start();
      void call(on, () => on.remote.refresh(task)).catch(() => undefined);
    },
    async runQueue(ignoreNetworkWaits) {
      const on = start();
      pendingCalls += 1;
      try {
        const report = await call(on, () => on.remote.runQueue(ignoreNetworkWaits));
        restarts = 0;
        return report;
      } finally {
        pendingCalls -= 1;
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      end();
    },
  };
}
