import { hasAccount } from '../db/account.ts';
import { getBalance } from '../db/caches.ts';
import { dropAbandonedDownloads } from '../db/downloads.ts';
import { planOriginals } from '../db/originals.ts';
import type { Session } from '../db/schema.ts';
import { expireSession, getSession, isSessionUsable } from '../db/session.ts';
import type { QueueSigns } from '../db/watch.ts';
import { watchQueueSigns } from '../db/watch.ts';
import {
  creditPollMinIntervalMs,
  statusPollMinIntervalMs,
  worksPollMinIntervalMs,
} from '../domain/limits.ts';
import { lockNames } from '../domain/locks.ts';
import { followOnce } from './follow.ts';
import { toKilnError } from './judge.ts';
import { afterFailureMs, creditIntervalMs, modelsIntervalMs, worksIntervalMs } from './pace.ts';
import { Pulse } from './pulse.ts';
import { refreshBalance, refreshModels } from './refresh.ts';
import type { ClaimInfoMemory } from './refresh.ts';
import { mayFillUp } from './room.ts';
import { fetchSmallPictures } from './small-pictures.ts';
import { syncWorks } from './sync.ts';

export const pollerLockName = lockNames.poller;

/**
 * The device's rows are looked at this often although nothing runs: a host that the browser stops right after
 * its write tells nobody of it.
 */
const idleLookMs = 30_000;

export type PollTask = 'jobs' | 'balance' | 'models' | 'works' | 'small-pictures';

export interface PollerOptions {
  signal: AbortSignal;
  isVisible(): boolean;
  /** Something is ready to be brought home. */
  onQueueNeeded(): void;
  /** The platform does not speak this build's contract (409): somebody should look for a newer build. */
  onOutdated(): void;
}

/**
 * Asks the platform for what changes by itself: the state of running jobs, the balance, the model list. The
 * three beat on their own, so that a pause asked for by one does not stop the others. One poller runs on a
 * device, whoever holds the lock.
 */
export class Poller {
  readonly #options: PollerOptions;
  readonly #pulses: Record<PollTask, Pulse> = {
    jobs: new Pulse(),
    balance: new Pulse(),
    models: new Pulse(),
    works: new Pulse(),
    'small-pictures': new Pulse(),
  };
  #claimInfo: ClaimInfoMemory | null = null;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Makes a task look now instead of at its next beat. */
  poke(task: PollTask): void {
    this.#pulses[task].poke();
  }

  pokeAll(): void {
    for (const pulse of Object.values(this.#pulses)) pulse.poke();
  }

  /** Runs until the signal is aborted. */
  async run(): Promise<void> {
    let before: QueueSigns | null = null;
    const stopWatching = watchQueueSigns(
      (signs) => {
        const isOther = before?.userToken !== signs.userToken;
        if (isOther || before?.running !== signs.running) this.poke('jobs');
        // A submission holds credits, an end charges or returns them.
        if (isOther || before?.running !== signs.running || before.queued !== signs.queued) {
          this.poke('balance');
        }
        // What ended here is news of the platform's, too; so is somebody else's sign-in.
        if (isOther || signs.running < (before?.running ?? 0)) this.poke('works');
        before = signs;
      },
      () => {
        this.pokeAll();
      },
    );
    try {
      await Promise.all([
        this.#beat('jobs', statusPollMinIntervalMs, () => this.#lookAtJobs()),
        this.#beat('balance', creditPollMinIntervalMs, () => this.#lookAtBalance()),
        this.#beat('models', 10_000, () => this.#lookAtModels()),
        this.#beat('works', worksPollMinIntervalMs, () => this.#lookAtWorks()),
        this.#beat('small-pictures', 0, () => this.#lookAtSmallPictures()),
      ]);
    } finally {
      stopWatching();
    }
  }

  /** @param look returns the delay to the next one; null waits for a poke */
  async #beat(task: PollTask, minIntervalMs: number, look: () => Promise<number | null>) {
    const { signal } = this.#options;
    let failures = 0;
    while (!signal.aborted) {
      let delayMs: number | null = null;
      let floorMs = minIntervalMs;
      // Offline nothing is asked; the `online` event pokes.
      if (navigator.onLine) {
        try {
          delayMs = await look();
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
      if (restMs > 0) await new Pulse().wait(restMs, signal);
    }
  }

  async #lookAtJobs(): Promise<number | null> {
    const session = await getSession();
    if (!isSessionUsable(session)) return null;
    const { signal } = this.#options;
    const visible = this.#options.isVisible();
    const result = await followOnce({ session, visible, signal });
    if (result.finished > 0) this.#options.onQueueNeeded();
    if (result.failure && result.failure.code !== 'not-found') throw result.failure;
    return result.nextDelayMs ?? idleLookMs;
  }

  async #lookAtBalance(): Promise<number | null> {
    const session = await getSession();
    if (!hasAccount(session)) return null;
    const { signal } = this.#options;
    const before = await getBalance();
    const info = await this.#expiring(session, () =>
      refreshBalance(session, this.#claimInfo, signal),
    );
    if (!info) return null;
    this.#claimInfo = info;
    const after = await getBalance();
    // Credits that moved tell of what another device does, without a call for it.
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

  async #lookAtWorks(): Promise<number | null> {
    const session = await getSession();
    if (!hasAccount(session)) {
      if (session) await dropAbandonedDownloads();
      return null;
    }
    await this.#expiring(session, () =>
      // The first pictures need not wait for the last name.
      syncWorks(session, this.#options.signal, () => {
        this.poke('small-pictures');
      }),
    );
    await dropAbandonedDownloads();
    if (await mayFillUp()) await planOriginals(session.userKey);
    return worksIntervalMs(this.#options.isVisible());
  }

  async #lookAtSmallPictures(): Promise<number | null> {
    const session = await getSession();
    if (!hasAccount(session)) return null;
    return (await fetchSmallPictures(session, this.#options.signal)) ? 0 : null;
  }

  async #lookAtModels(): Promise<number | null> {
    await refreshModels(this.#options.signal);
    return modelsIntervalMs(this.#options.isVisible());
  }
}
