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

/** The server counts in fixed windows and by arrival: a little air keeps a late call out of the next one. */
const air = 1.2;
const airMaxSeconds = 1;
const bucketsMax = 2_000;

interface Bucket {
  /** When calls left, oldest first. */
  calls: number[];
  pausedUntil: number;
  line: Promise<unknown>;
}

/**
 * One process's rate budget: every call of every user passes here, so that together they stay within what
 * the Horde allows one address.
 */
export interface Budget {
  /** Resolves when a call may leave. Rejects with the signal's reason, and then nothing was used up. */
  take(bucket: string, windows: readonly Window[], signal?: AbortSignal): Promise<void>;
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

  function waitOf(bucket: Bucket, windows: readonly Window[]): number {
    const now = performance.now();
    let until = bucket.pausedUntil;
    for (const { most, seconds } of windows) {
      const stretch = Math.min(seconds * air, seconds + airMaxSeconds) * secondMs;
      const before = bucket.calls.at(-most);
      if (before !== undefined) until = Math.max(until, before + stretch);
    }
    return until - now;
  }

  async function pass(
    bucket: Bucket,
    windows: readonly Window[],
    signal?: AbortSignal,
  ): Promise<void> {
    signal?.throwIfAborted();
    for (let wait = waitOf(bucket, windows); wait > 0; wait = waitOf(bucket, windows)) {
      await sleep(wait, undefined, { signal });
    }
    bucket.calls.push(performance.now());
    const most = Math.max(...windows.map((window) => window.most));
    bucket.calls.splice(0, bucket.calls.length - most);
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
