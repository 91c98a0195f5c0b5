import { hasAccount } from '../../db/account/account.ts';
import { getBalance } from '../../db/caches.ts';
import type { Session } from '../../db/schema.ts';
import { expireSession, getSession, isSessionUsable } from '../../db/account/session.ts';
import type { QueueSummary } from '../../db/intents/queue-summary.ts';
import { watchQueueSummary } from '../../db/intents/queue-summary.ts';
import {
  creditPollMinIntervalMs,
  reportsMinIntervalMs,
  statusPollMinIntervalMs,
  modelsPollMinIntervalMs,
  worksPollMinIntervalMs,
} from '../../domain/limits.ts';
import { lockNames } from '../../domain/locks.ts';
import { toKilnError } from '../engine/retry-policy.ts';
import {
  afterFailureMs,
  creditIntervalMs,
  modelsIntervalMs,
  worksIntervalMs,
} from './poll-intervals.ts';
import { WakeSignal } from './wake-signal.ts';
import { pollParts } from './poll-parts.ts';
import type { PollParts } from './poll-parts.ts';
import type { ClaimInfoMemory } from './refresh-balance.ts';

export const pollerLockName = lockNames.poller;

/**
 * The device's rows are read this often although nothing runs: a host that the browser stops right after
 * its write tells nobody of it.
 */
const idlePollMs = 30_000;

export type PollTask = 'jobs' | 'balance' | 'models' | 'works' | 'small-pictures' | 'reports';

export interface PollerOptions {
  signal: AbortSignal;
  isVisible(): boolean;
  /** Something is ready to be brought home, or the platform answers again after it did not. */
  onQueueNeeded(): void;
  /** The platform does not speak this build's contract (409): the page should look for a newer build. */
  onOutdated(): void;
  /** Where the code of its polls is loaded from; unless told, when they are needed. */
  parts?: PollParts;
}

/**
 * Asks the platform for what changes by itself: the state of running jobs, the balance, the model list. The
 * three beat on their own, so that a pause asked for by one does not stop the others. One poller runs on a
 * device, whoever holds the lock. What a poll needs is loaded by the first one that has something to
 * do.
 */
export class Poller {
  readonly #options: PollerOptions;
  readonly #parts: PollParts;
  readonly #pulses: Record<PollTask, WakeSignal> = {
    jobs: new WakeSignal(),
    balance: new WakeSignal(),
    models: new WakeSignal(),
    works: new WakeSignal(),
    'small-pictures': new WakeSignal(),
    reports: new WakeSignal(),
  };
  #claimInfo: ClaimInfoMemory | null = null;
  #failedReports = 0;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#parts = options.parts ?? pollParts;
  }

  /** Makes a task poll now instead of at its next beat. */
  poke(task: PollTask): void {
    this.#pulses[task].poke();
  }

  pokeAll(): void {
    for (const pulse of Object.values(this.#pulses)) pulse.poke();
  }

  /** Runs until the signal is aborted. */
  async run(): Promise<void> {
    let before: QueueSummary | null = null;
    const stopWatching = watchQueueSummary(
      (signs) => {
        const isOther = before?.userToken !== signs.userToken;
        if (isOther || before?.running !== signs.running) this.poke('jobs');
        // A submission holds credits, an end charges or returns them.
        if (isOther || before?.running !== signs.running || before.queued !== signs.queued) {
          this.poke('balance');
        }
        // What ended here is news of the platform's, too; so is somebody else's sign-in.
        if (isOther || signs.running < (before?.running ?? 0)) this.poke('works');
        // Some tools are for some people; the first look knows by itself who is there.
        if (isOther && before) this.poke('models');
        // Fewer under way: something has ended, perhaps badly.
        if (signs.running + signs.queued < (before?.running ?? 0) + (before?.queued ?? 0)) {
          this.poke('reports');
        }
        before = signs;
      },
      () => {
        this.pokeAll();
      },
    );
    try {
      await Promise.all([
        this.#beat('jobs', statusPollMinIntervalMs, () => this.#pollJobs()),
        this.#beat('balance', creditPollMinIntervalMs, () => this.#pollBalance()),
        this.#beat('models', modelsPollMinIntervalMs, () => this.#pollModels()),
        this.#beat('works', worksPollMinIntervalMs, () => this.#pollWorks()),
        this.#beat('small-pictures', 0, () => this.#pollSmallPictures()),
        this.#beat('reports', reportsMinIntervalMs, () => this.#pollReports()),
      ]);
    } finally {
      stopWatching();
    }
  }

  /** @param poll returns the delay to the next one; null waits for a poke */
  async #beat(task: PollTask, minIntervalMs: number, poll: () => Promise<number | null>) {
    const { signal } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      let delayMs: number | null = null;
      let floorMs = minIntervalMs;
      // Offline nothing is asked; the `online` event pokes.
      if (navigator.onLine) {
        try {
          delayMs = await poll();
          // It answers again: requests that wait for the network need not sit out their minutes.
          if (failures > 0) this.#options.onQueueNeeded();
          failures = 0;
        } catch (error) {
          if (signal.aborted) return;
          const failure = toKilnError(error);
          failures += 1;
          if (failure.code === 'incompatible-version') this.#options.onOutdated();
          // Pokes must not break the pause the platform asked for.
          floorMs = Math.max(minIntervalMs, failure.retryAfterMs ?? 0);
          delayMs = Math.max(afterFailureMs(minIntervalMs, failures), floorMs);
        }
      }
      // Not by the clock of the day, which may be set back by hours meanwhile.
      const askedAtMs = performance.now();
      await this.#pulses[task].wait(delayMs, signal);
      const restMs = floorMs - (performance.now() - askedAtMs);
      if (restMs > 0) await new WakeSignal().wait(restMs, signal);
    }
  }

  async #pollJobs(): Promise<number | null> {
    const session = await getSession();
    if (!isSessionUsable(session)) return null;
    const { signal } = this.#options;
    const visible = this.#options.isVisible();
    const { followOnce } = await this.#parts.jobs();
    const result = await followOnce({ session, visible, signal });
    if (result.finished > 0) this.#options.onQueueNeeded();
    if (result.failure && result.failure.code !== 'not-found') throw result.failure;
    return result.nextDelayMs ?? idlePollMs;
  }

  async #pollBalance(): Promise<number | null> {
    const session = await getSession();
    if (!hasAccount(session)) return null;
    const { signal } = this.#options;
    const { refreshBalance } = await this.#parts.balance();
    const before = await getBalance();
    const info = await this.#expiring(session, () =>
      refreshBalance(session, this.#claimInfo, signal),
    );
    if (!info) return null;
    this.#claimInfo = info;
    const after = await getBalance();
    // A changed balance shows that another device has done something, without a call of its own.
    const isSame =
      before?.value.balance === after?.value.balance &&
      before?.value.reserved === after?.value.reserved;
    if (!isSame) this.poke('works');
    return creditIntervalMs(this.#options.isVisible());
  }

  /** Runs a call; a session that the platform refuses ends. @returns null then */
  async #expiring<Result>(session: Session, ask: () => Promise<Result>): Promise<Result | null> {
    try {
      return await ask();
    } catch (error) {
      if (toKilnError(error).code !== 'login-required') throw error;
      await expireSession(session.userToken);
      return null;
    }
  }

  async #pollWorks(): Promise<number | null> {
    const session = await getSession();
    if (!session) return null;
    const { dropAbandonedDownloads, mayPrefetch, planOriginals, refreshStoredBytes, syncWorks } =
      await this.#parts.works();
    if (!hasAccount(session)) {
      await dropAbandonedDownloads();
      return null;
    }
    await this.#expiring(session, () =>
      // Thumbnails are fetched while further pages of works are still being read.
      syncWorks(session, this.#options.signal, () => {
        this.poke('small-pictures');
      }),
    );
    await dropAbandonedDownloads();
    if (await mayPrefetch()) await planOriginals(session.userKey);
    // Works that came and went have changed it.
    await this.#expiring(session, () => refreshStoredBytes(session, this.#options.signal));
    return worksIntervalMs(this.#options.isVisible());
  }

  async #pollSmallPictures(): Promise<number | null> {
    const session = await getSession();
    if (!hasAccount(session)) return null;
    const { fetchSmallPictures } = await this.#parts.smallPictures();
    return (await fetchSmallPictures(session, this.#options.signal)) ? 0 : null;
  }

  async #pollReports(): Promise<number | null> {
    const session = await getSession();
    if (!hasAccount(session)) return null;
    const { sendReports, reportsPauseMs } = await this.#parts.reports();
    try {
      const delayMs = await sendReports(session.userKey, this.#options.signal);
      this.#failedReports = 0;
      return delayMs;
    } catch (error) {
      this.#failedReports += 1;
      return reportsPauseMs(this.#failedReports, error);
    }
  }

  async #pollModels(): Promise<number | null> {
    const { refreshModels } = await this.#parts.models();
    await refreshModels(this.#options.signal);
    return modelsIntervalMs(this.#options.isVisible());
  }
}
