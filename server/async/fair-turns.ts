interface Waiting {
  start(): void;
  refuse(reason: Error): void;
}

/** Nobody was let in: the work would have waited longer than anybody should. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
  /** After which asking again is likely to help. */
  readonly retryAfterMs: number;

  constructor(retryAfterMs: number) {
    super('too much work is waiting');
    this.retryAfterMs = retryAfterMs;
  }
}

export interface FairTurnsOptions {
  /** Works that run at the same time. */
  atOnce: number;
  /** Works that may wait. */
  waitingMax: number;
  /** How long one may wait; whoever is expected to wait longer is refused at once. */
  waitMaxMs: number;
}

/** How much the newest work counts in the estimate of how long one takes. */
const newestWeight = 0.3;

/**
 * Lets so many works run at once and takes the others by turns, one of each key: who asks twenty times stands behind
 * themselves and not before everybody else. What is given up while it waits is dropped and costs nothing; what would
 * wait too long is refused while its asker still listens. (p-limit and p-queue know no keys and no end of waiting.)
 */
export class FairTurns {
  readonly #options: FairTurnsOptions;
  /** By key, in the order in which the keys have their turns; no line in it is empty. */
  readonly #lines = new Map<string, Waiting[]>();
  #waiting = 0;
  #running = 0;
  /** How long a work takes, as the last ones did. */
  #typicalMs = 0;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
  }

  /**
   * Runs work in its turn.
   * @param key whose turn it is
   * @throws TooBusy when it was not let in; the signal's reason when that comes before the work begins
   */
  async run<Value>(key: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    await this.#turn(key, signal);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - startedAt;
      this.#typicalMs += this.#typicalMs === 0 ? tookMs : (tookMs - this.#typicalMs) * newestWeight;
      this.#running -= 1;
      this.#next();
    }
  }

  #turn(key: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#options.atOnce) {
      this.#running += 1;
      return Promise.resolve();
    }
    this.#makeRoom(key);
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const mine: Waiting = {
        start: () => {
          settle();
          resolve();
        },
        refuse: (reason) => {
          settle();
          this.#remove(key, mine);
          reject(reason);
        },
      };
      const leave = () => mine.refuse(signal.reason as Error);
      const timer = setTimeout(() => mine.refuse(this.#tooBusy()), this.#options.waitMaxMs);
      signal.addEventListener('abort', leave, { once: true });
      const line = this.#lines.get(key);
      if (line) line.push(mine);
      else this.#lines.set(key, [mine]);
      this.#waiting += 1;
    });
  }

  /** @throws TooBusy when there is no room for one more of this key */
  #makeRoom(key: string): void {
    const own = this.#lines.get(key)?.length ?? 0;
    let ahead = 0;
    let longest: Waiting[] = [];
    for (const line of this.#lines.values()) {
      ahead += Math.min(line.length, own + 1);
      if (line.length > longest.length) longest = line;
    }
    const { atOnce, waitMaxMs, waitingMax } = this.#options;
    if (((ahead + 1) * this.#typicalMs) / atOnce > waitMaxMs) throw this.#tooBusy();
    if (this.#waiting < waitingMax) return;
    // The room belongs to all: who has taken most of it gives some back.
    if (longest.length <= own + 1) throw this.#tooBusy();
    longest.at(-1)?.refuse(this.#tooBusy());
  }

  #tooBusy(): TooBusy {
    return new TooBusy((this.#waiting * this.#typicalMs) / this.#options.atOnce);
  }

  #remove(key: string, one: Waiting): void {
    const line = this.#lines.get(key);
    const place = line?.indexOf(one) ?? -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    this.#waiting -= 1;
    if (line.length === 0) this.#lines.delete(key);
  }

  #next(): void {
    const [turn] = this.#lines;
    if (!turn || this.#running >= this.#options.atOnce) return;
    const [key, line] = turn;
    // To the end of the round.
    this.#lines.delete(key);
    const first = line.shift();
    if (line.length > 0) this.#lines.set(key, line);
    this.#waiting -= 1;
    this.#running += 1;
    first?.start();
  }
}
