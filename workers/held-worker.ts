import { onPutAside } from './put-aside.ts';
import { workerFailure } from './worker-failure.ts';

/** A worker that runs. */
export interface RunningWorker {
  worker: Worker;
  /** Rejects when it dies or is stopped: Comlink would never settle what it was asked. */
  ended: Promise<never>;
}

export interface HeldWorker<Running extends RunningWorker> {
  /** Null while it does not run. */
  readonly running: Running | null;
  /** Starts it, unless it runs. */
  start(): Running;
  /** @param reason what its calls are rejected with */
  stop(reason: Error): void;
  /** Says that somebody needs it from now on. @returns says that they no longer do */
  hold(): () => void;
}

/**
 * A worker whose memory is worth something: it runs from the first question on, and goes when nobody has held it for a
 * while.
 * @param create a new one
 * @param describe what else belongs to it
 */
export function createHeldWorker<More extends object>(
  create: () => Worker,
  describe: (worker: Worker) => More,
  idleStopMs: number,
): HeldWorker<RunningWorker & More> {
  type Running = RunningWorker & More;
  let running: Running | null = null;
  let end: ((reason: Error) => void) | null = null;
  let users = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function stop(reason: Error): void {
    running?.worker.terminate();
    running = null;
    end?.(reason);
    end = null;
  }

  function start(): Running {
    if (running) return running;
    const worker = create();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    // Whoever asked gets it from the call.
    ended.catch(() => undefined);
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      const reason = workerFailure(event);
      if (running?.worker === worker) stop(reason);
      else reject(reason);
    });
    const started: Running = { worker, ended, ...describe(worker) };
    running = started;
    end = reject;
    return started;
  }

  onPutAside(() => stop(new Error('The page was left')));

  return {
    get running() {
      return running;
    },
    start,
    stop,
    hold() {
      users += 1;
      clearTimeout(idleTimer);
      return () => {
        users -= 1;
        if (users === 0) idleTimer = setTimeout(stop, idleStopMs, new Error('Idle'));
      };
    },
  };
}
