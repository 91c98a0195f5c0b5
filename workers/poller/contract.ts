/** What a host found when it ran the queue; see `QueueReport` of src/jobs. */
export interface QueueReport {
  ran: boolean;
  networkFailed: boolean;
  nextDueAtMs: number | null;
}

export type PollTask = 'jobs' | 'balance' | 'models' | 'works' | 'small-pictures';

/** The page's side of the poller, called from the worker. */
export interface PollerListener {
  /** A job has finished, whose result is ready to be brought home, or the platform answers again after it did not. */
  onQueueNeeded(): void;
  /** The platform said that it does not speak this build's contract: a newer build is needed. */
  onOutdated(): void;
}

/**
 * One per page; the one that holds the lock `kiln-poller` polls for all. Every page's worker can run the
 * queue, for browsers without a service worker.
 */
export interface PollerWorker {
  start(listener: PollerListener): void;
  setVisible(visible: boolean): void;
  /** Polls now instead of at the next beat, e.g. after a purchase. */
  refresh(task: PollTask): void;
  runQueue(ignoreNetworkWaits: boolean): Promise<QueueReport>;
}

/** Messages between the pollers of all tabs: which tab is visible, and what should be refreshed. */
export const pollerChannelName = 'kiln-poller';
export type PollerMessage =
  | { type: 'visible' }
  | { type: 'who-is-visible' }
  | { type: 'refresh'; task: PollTask };

/** To a worker that nobody has started yet: have the platform asked all the same. */
export const pollAtOnce = 'poll-at-once';
