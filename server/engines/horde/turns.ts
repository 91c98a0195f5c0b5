import { mayBeOurs, type SeedRange } from '../../../src/horde/results.ts';

/**
 * Submissions of one key that are on their way at once: enough for the two a second that the Horde takes of a
 * key while each waits two seconds for its answer.
 */
const flightsAtOnce = 4;

interface Line {
  flying: Set<SeedRange>;
  /** Lookups that run or wait for their turn. */
  looking: number;
  /** Everyone who flies, looks or waits; nobody's line is forgotten. */
  users: number;
  changed: PromiseWithResolvers<void>;
}

/**
 * Who may send, and who may look for a lost request in a key's account. Several submissions fly at once. A lookup
 * waits until all of them have landed, and none leaves while it reads: only then is an id that nobody owns one
 * whose answer was lost. Two whose pictures could not be told apart afterwards never fly together.
 */
export interface SubmissionTurns {
  /** Runs a submission when it may leave; rejects with the signal's reason while it waits. */
  fly<Value>(
    key: string,
    identity: SeedRange,
    signal: AbortSignal,
    send: () => Promise<Value>,
  ): Promise<Value>;
  /** Runs a lookup when nobody flies; rejects with the signal's reason while it waits. */
  look<Value>(key: string, signal: AbortSignal, look: () => Promise<Value>): Promise<Value>;
  /** An answer was lost, whether it will be looked for or not. */
  lose(key: string): void;
  /** Answers of this key that were lost lately: with more than one, what is found may be another's. */
  lostLately(key: string): number;
}

function areAlike(one: SeedRange, other: SeedRange): boolean {
  const { seed } = other;
  const apart = Math.max(one.apart ?? 1, other.apart ?? 1);
  return mayBeOurs(one.seed, { seed, outputs: one.outputs + other.outputs, apart });
}

/** @param lately how long a lost request may stay unseen in its account, in milliseconds */
export function createSubmissionTurns(lately: number): SubmissionTurns {
  const lines = new Map<string, Line>();
  let losses: { key: string; atMs: number }[] = [];

  async function inLine<Value>(key: string, work: (line: Line) => Promise<Value>): Promise<Value> {
    const line = lines.get(key) ?? {
      flying: new Set(),
      looking: 0,
      users: 0,
      changed: Promise.withResolvers<void>(),
    };
    lines.set(key, line);
    line.users += 1;
    try {
      return await work(line);
    } finally {
      line.users -= 1;
      if (line.users === 0) lines.delete(key);
    }
  }

  function announce(line: Line): void {
    line.changed.resolve();
    line.changed = Promise.withResolvers();
  }

  async function until(isFree: () => boolean, line: Line, signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>();
    const abort = (): void => aborted.resolve();
    signal.addEventListener('abort', abort);
    try {
      for (;;) {
        signal.throwIfAborted();
        if (isFree()) return;
        await Promise.race([line.changed.promise, aborted.promise]);
      }
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  return {
    fly: (key, identity, signal, send) =>
      inLine(key, async (line) => {
        const { flying } = line;
        const isFree = (): boolean =>
          line.looking === 0 &&
          flying.size < flightsAtOnce &&
          ![...flying].some((other) => areAlike(identity, other));
        await until(isFree, line, signal);
        const flight = { ...identity };
        flying.add(flight);
        try {
          return await send();
        } finally {
          flying.delete(flight);
          announce(line);
        }
      }),
    look: (key, signal, look) =>
      inLine(key, async (line) => {
        line.looking += 1;
        try {
          await until(() => line.flying.size === 0, line, signal);
          return await look();
        } finally {
          line.looking -= 1;
          announce(line);
        }
      }),
    lose(key) {
      const now = performance.now();
      losses = [...losses.filter(({ atMs }) => now - atMs < lately), { key, atMs: now }];
    },
    lostLately: (key) => {
      const now = performance.now();
      return losses.filter((loss) => loss.key === key && now - loss.atMs < lately).length;
    },
  };
}
