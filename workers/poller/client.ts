import { proxy, wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { PollerListener, PollerWorker, PollTask, QueueReport } from './contract.ts';
import { pollAtOnce } from './contract.ts';
import { onPutAside } from '../put-aside.ts';

export interface PollerClient {
  /** Has the leading poller ask now, e.g. for the balance after a sign-in. */
  refresh(task: PollTask): void;
  /** Runs the queue from this page. @throws when the worker died; ask again later */
  runQueue(ignoreNetworkWaits: boolean): Promise<QueueReport>;
  stop(): void;
}

const restartAfterMs = 2_000;
const restartAfterMaxMs = 60_000;
/** A tab that has been hidden for this long stops polling. If every tab is hidden, nobody polls. */
const idleStopMs = 10 * 60_000;

/** A running worker, and the promise that settles when it dies. */
interface Running {
  worker: Worker;
  remote: Remote<PollerWorker>;
  died: Promise<never>;
  /** Settles it: Comlink never settles a call whose worker is gone. */
  end: (reason: Error) => void;
}

/** Begun before anybody could listen to it; `startPoller` takes it over. */
let begun: Worker | null = null;

function createWorker(): Worker {
  return new Worker(new URL('./poller.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-poller',
  });
}

/**
 * Begins the poller for a device that knows no models yet: its form waits for what the poller asks.
 * @param known settles when it is known who is to be asked; the worker's code is loaded meanwhile
 */
export function beginPoller(known: Promise<unknown>): void {
  const worker = createWorker();
  begun = worker;
  worker.addEventListener('error', (event) => {
    // `startPoller` makes another one, and goes on making them.
    event.preventDefault();
    if (begun === worker) begun = null;
  });
  onPutAside(() => {
    if (begun !== worker) return;
    worker.terminate();
    begun = null;
  });
  known.then(
    () => worker.postMessage(pollAtOnce),
    () => {},
  );
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
    const worker = begun ?? createWorker();
    begun = null;
    const { promise: died, reject } = Promise.withResolvers<never>();
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error(`The poller ended: ${event.message || 'it could not be loaded'}`));
      if (running?.worker === worker) restartLater();
    });
    // Callers get this rejection from their call. Without a call nobody handles it, which must not be reported.
    died.catch(() => undefined);
    const remote = wrap<PollerWorker>(worker);
    const started: Running = { worker, remote, died, end: reject };
    running = started;
    void call(started, () => remote.start(proxy(listener))).catch(() => undefined);
    tellVisibility();
    return started;
  }

  function call<Result>(on: Running, ask: () => Promise<Result>): Promise<Result> {
    return Promise.race([ask(), on.died]);
  }

  function end(): void {
    running?.worker.terminate();
    running?.end(new Error('The poller was stopped'));
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
  const forget = onPutAside(end);
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onVisibilityChange();
  };
  addEventListener('pageshow', onPageShow);
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
      removeEventListener('pageshow', onPageShow);
      forget();
      end();
    },
  };
}
