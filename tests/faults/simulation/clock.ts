import { AsyncLocalStorage } from 'node:async_hooks';

/** Who runs a piece of code: timers of a dead owner never fire, those of a frozen one wait. */
export interface Owner {
  readonly name: string;
  isAlive: boolean;
  frozenUntilMs: number;
  /** What stops with it. */
  readonly endings: Set<() => void>;
}

/** The owner of the code that runs now; null for the world itself. */
export const current = new AsyncLocalStorage<Owner>();

interface Timer {
  atMs: number;
  everyMs: number | null;
  owner: Owner | null;
  run: () => void;
}

/** Turns of the event loop without a new task before everything counts as waiting for time. */
const quietTurns = 4;

/**
 * Time that passes only when the test says so, for timers and clocks alike, while database and promises go on
 * by themselves. A simulated hour takes as long as the work that falls into it.
 */
export class VirtualClock {
  /** True time since the start; the platform goes by it. */
  nowMs = 0;
  /** What the device's clock shows at `nowMs` 0; changing it is setting the clock. */
  deviceStartMs = Date.UTC(2026, 0, 5);
  readonly #timers = new Map<number, Timer>();
  #lastId = 0;
  #pendingTasks = 0;
  readonly #nextTurn = setImmediate;

  get deviceNowMs(): number {
    return this.deviceStartMs + this.nowMs;
  }

  /** @param owner null for what happens outside the device */
  schedule(owner: Owner | null, delayMs: number, run: () => void, everyMs: number | null = null) {
    this.#lastId += 1;
    this.#timers.set(this.#lastId, {
      atMs: this.nowMs + Math.max(0, delayMs),
      everyMs,
      owner,
      run: owner === null ? run : () => current.run(owner, run),
    });
    return this.#lastId;
  }

  cancel(id: number): void {
    this.#timers.delete(id);
  }

  /** Lets everything run that does not wait for time. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await new Promise<void>((resolve) => {
        this.#nextTurn(resolve);
      });
      if (this.#pendingTasks > 0) quiet = -1;
    }
  }

  async advance(byMs: number): Promise<void> {
    const untilMs = this.nowMs + byMs;
    for (;;) {
      await this.settle();
      const next = this.#next();
      if (!next || next[1].atMs > untilMs) break;
      const [id, timer] = next;
      this.nowMs = Math.max(this.nowMs, timer.atMs);
      if (timer.everyMs === null) this.#timers.delete(id);
      else timer.atMs = this.nowMs + Math.max(1, timer.everyMs);
      timer.run();
    }
    this.nowMs = untilMs;
  }

  #next(): [number, Timer] | null {
    let first: [number, Timer] | null = null;
    for (const entry of this.#timers) {
      const { owner } = entry[1];
      if (owner !== null && !owner.isAlive) {
        this.#timers.delete(entry[0]);
        continue;
      }
      if (owner !== null && owner.frozenUntilMs > entry[1].atMs) {
        entry[1].atMs = owner.frozenUntilMs;
      }
      if (!first || entry[1].atMs < first[1].atMs) first = entry;
    }
    return first;
  }

  /** Puts this clock in the place of the global one. @returns the way back */
  install(): () => void {
    const { Date: RealDate, setImmediate: nextTurn } = globalThis;
    const originals = {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      setInterval: globalThis.setInterval,
      clearInterval: globalThis.clearInterval,
      setImmediate: nextTurn,
      timeout: AbortSignal.timeout.bind(AbortSignal),
      dateNow: RealDate.now.bind(RealDate),
      performanceNow: performance.now.bind(performance),
    };
    const owner = () => current.getStore() ?? null;
    const schedule =
      (repeats: boolean) =>
      (run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) =>
        this.schedule(owner(), delayMs, () => run(...args), repeats ? delayMs : null);
    const cancel = (id?: unknown) => {
      if (typeof id === 'number') this.cancel(id);
    };
    Object.assign(globalThis, {
      setTimeout: schedule(false),
      setInterval: schedule(true),
      clearTimeout: cancel,
      clearInterval: cancel,
      // The database of the tests runs on these: work, not time.
      setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) => {
        this.#pendingTasks += 1;
        return nextTurn(() => {
          this.#pendingTasks -= 1;
          run(...args);
        });
      },
    });
    RealDate.now = () => this.deviceNowMs;
    performance.now = () => this.nowMs;
    AbortSignal.timeout = (delayMs) => {
      const controller = new AbortController();
      this.schedule(owner(), delayMs, () => {
        controller.abort(new DOMException('The operation timed out', 'TimeoutError'));
      });
      return controller.signal;
    };
    return () => {
      const { timeout, dateNow, performanceNow, ...timers } = originals;
      Object.assign(globalThis, timers);
      AbortSignal.timeout = timeout;
      RealDate.now = dateNow;
      performance.now = performanceNow;
    };
  }
}
