import { setTimeout as sleep } from 'node:timers/promises';

/** At most so many calls in any stretch of so many seconds. */
export interface Window {
  most: number;
  seconds: number;
}

/** Section 2 of the Horde's contract; all who share an address share them. */
export const hordeLimits = {
  submit: [
    { most: 2, seconds: 1 },
    { most: 90, seconds: 60 },
  ],
  status: [{ most: 10, seconds: 60 }],
  check: [{ most: 10, seconds: 1 }],
  modes: [{ most: 30, seconds: 60 }],
  /** The default, of every endpoint that has none of its own. */
  other: [{ most: 90, seconds: 60 }],
} as const satisfies Record<string, readonly Window[]>;

/** A little air, since two clocks never run alike. */
const air = 1.05;
/**
 * A call that is still on its way counts from here on as arrived: its answer may take long, its arrival does not.
 * Where that is wrong, a call is refused for certain and leaves once more.
 */
const flightMaxSeconds = 1;
const bucketsMax = 2_000;

interface Departure {
  /** Latest moment at which the server counted it. */
  arrivedMs: number;
  /** Resolves when its answer is there. */
  landed: Promise<void>;
  isLanded: boolean;
}

interface Bucket {
  /** Oldest first. */
  calls: Departure[];
  pausedUntil: number;
  line: Promise<unknown>;
}

/**
 * One process's rate budget: every call of every user passes here, so that together they stay within what
 * the Horde allows one address.
 */
export interface Budget {
  /**
   * Resolves when a call may leave; the returned function is called when its answer is there. Rejects with the
   * signal's reason, and then nothing was used up.
   */
  take(bucket: string, windows: readonly Window[], signal?: AbortSignal): Promise<() => void>;
  /** The Horde said how long it wants no more calls of this kind. */
  pause(bucket: string, ms: number): void;
  /** Milliseconds until a call could leave if none were before it. */
  pausedFor(bucket: string): number;
}

/** @param secondMs how long a second of the Horde lasts; only a test's is not 1,000 ms */
export function createBudget(secondMs: number): Budget {
  const buckets = new Map<string, Bucket>();

  function bucketOf(name: string): Bucket {
    let bucket = buckets.get(name);
    if (!bucket) {
      bucket = { calls: [], pausedUntil: 0, line: Promise.resolve() };
      // Those of single requests are many; the oldest have long been over.
      const oldest = buckets.size >= bucketsMax ? buckets.keys().next() : null;
      if (oldest && !oldest.done) buckets.delete(oldest.value);
      buckets.set(name, bucket);
    }
    return bucket;
  }

  /**
   * The server counts a call when it arrives, which is some time between its leaving and its answer. Counting
   * from the answer keeps any window, wherever it begins.
   */
  async function makeRoom(
    bucket: Bucket,
    windows: readonly Window[],
    signal?: AbortSignal,
  ): Promise<void> {
    for (;;) {
      let until = bucket.pausedUntil;
      let flying: Departure | null = null;
      for (const { most, seconds } of windows) {
        const before = bucket.calls.at(-most);
        if (!before) continue;
        if (!before.isLanded && performance.now() < before.arrivedMs) flying = before;
        until = Math.max(until, before.arrivedMs + seconds * secondMs * air);
      }
      const wait = until - performance.now();
      if (wait <= 0) return;
      const turn = sleep(wait, undefined, { signal, ref: flying === null }).catch(() => undefined);
      await (flying ? Promise.race([turn, flying.landed]) : turn);
      signal?.throwIfAborted();
    }
  }

  async function pass(
    bucket: Bucket,
    windows: readonly Window[],
    signal?: AbortSignal,
  ): Promise<() => void> {
    signal?.throwIfAborted();
    await makeRoom(bucket, windows, signal);
    const { promise: landed, resolve } = Promise.withResolvers<void>();
    const arrivedMs = performance.now() + flightMaxSeconds * secondMs;
    const departure: Departure = { arrivedMs, landed, isLanded: false };
    bucket.calls.push(departure);
    const most = Math.max(...windows.map((window) => window.most));
    if (bucket.calls.length > most) bucket.calls.splice(0, bucket.calls.length - most);
    return () => {
      departure.isLanded = true;
      departure.arrivedMs = Math.min(departure.arrivedMs, performance.now());
      resolve();
    };
  }

  return {
    take(name, windows, signal) {
      const bucket = bucketOf(name);
      // In the order they came: nobody is overtaken.
      const turn = bucket.line.then(() => pass(bucket, windows, signal));
      bucket.line = turn.catch(() => undefined);
      return turn;
    },
    pause(name, ms) {
      const bucket = bucketOf(name);
      bucket.pausedUntil = Math.max(bucket.pausedUntil, performance.now() + ms);
    },
    pausedFor: (name) => Math.max(0, (buckets.get(name)?.pausedUntil ?? 0) - performance.now()),
  };
}
